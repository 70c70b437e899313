import Usecases

/// A secret that the contracts of ports keep.
struct Token: SecretText, Storable {
    static let noun = "token"

    let secret: Secret

    init(_ text: String) {
        secret = Secret(text)
    }

    init(from decoder: any Decoder) throws { secret = try Secret(from: decoder) }
}
