package import UsecasesEngine

/// Generators of values that decide the course of a use case.
extension Credentials {
    /// A name and a password. Either has any length, or the password has the name and a few other characters.
    package static func drawn(by choices: inout RandomChoices) -> Credentials {
        switch choices.number(in: 0...2) {
        case 0: Credentials(name: AccountName.example.rawValue, password: .drawn(by: &choices))
        case 1: Credentials(name: .letters(choices.number("characters of the name", in: 1...40)), password: .example)
        case _:
            Credentials(
                name: "lovelace-1815",
                password: Password(
                    normalized: "lovelace-1815lovelace-1815"
                        + .letters(choices.number("characters besides the name", in: 0...20))))
        }
    }
}

extension Password {
    package static func drawn(by choices: inout RandomChoices) -> Password {
        Password(normalized: .letters(choices.number("characters", in: 0...300)))
    }
}

extension StoredAccount {
    /// An account of any age up to two days.
    static func drawn(by choices: inout RandomChoices) -> StoredAccount {
        example(age: .seconds(choices.number("age in seconds", in: 0...172_800)))
    }
}

extension StoredSecondFactor {
    /// A second factor that is to be confirmed until any time within ten minutes.
    static func drawn(by choices: inout RandomChoices) -> StoredSecondFactor {
        StoredSecondFactor(
            key: .example, confirmableUntil: .example + .drawnSeconds("to confirm it", 600, by: &choices))
    }
}

extension Duration {
    /// A time of up to `most` seconds in the past or in the future.
    static func drawnSeconds(_ label: String, _ most: Int64, by choices: inout RandomChoices) -> Duration {
        .seconds(choices.number("seconds \(label)", in: -most...most))
    }
}

extension String {
    /// The first of a fixed series of letters, which no list of common passwords has.
    fileprivate static func letters(_ count: Int) -> String {
        var random = SplitMix64(seed: 0)
        return String((0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "a" })
    }
}
