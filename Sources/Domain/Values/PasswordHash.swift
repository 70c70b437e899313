package import Usecases

/// What is kept of a password: a memory-hard hash with its salt, in the form that names its parameters, such as
/// `$scrypt$ln=15,r=8,p=3$…$…`.
///
/// It is a ``Secret``, because whoever has it can try passwords without limit.
package struct PasswordHash: Sendable, Hashable {
    package let secret: Secret

    package init(_ text: String) {
        secret = Secret(text)
    }
}

extension PasswordHash: SecretText {
    package static var noun: String { "hash" }

    package init(from decoder: any Decoder) throws { secret = try Secret(from: decoder) }
}
