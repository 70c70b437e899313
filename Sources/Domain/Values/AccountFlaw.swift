/// What has to be mended before an account can have a name or a password.
package enum AccountFlaw: String, Sendable, Hashable, Codable, CaseIterable {
    /// It does not have 3 to 32 characters.
    case nameLength = "name-length"
    /// It has a character other than `a` to `z`, `0` to `9`, `_` and `-`.
    case nameCharacters = "name-characters"
    /// It has fewer than 15 characters.
    case passwordTooShort = "password-too-short"
    /// It has more than 256 characters.
    case passwordTooLong = "password-too-long"
    /// It has a NUL, which a hash cannot tell from nothing at its end.
    case passwordCharacters = "password-characters"
    /// It is the name of the account, or has fewer than 8 characters besides.
    case passwordIsName = "password-is-name"
    /// It is one of the passwords that are tried first, consists of them, or is little more than the name of the product.
    case passwordIsCommon = "password-is-common"
}

extension AccountFlaw {
    /// The field that has to be mended.
    package enum Field: String, Sendable, Hashable, Codable {
        case name
        case password
    }

    package var field: Field {
        switch self {
        case .nameLength, .nameCharacters: .name
        case .passwordTooShort, .passwordTooLong, .passwordCharacters, .passwordIsName, .passwordIsCommon: .password
        }
    }
}

extension AccountFlaw {
    /// The code that the service answers with, such as `NAME_LENGTH`.
    package var code: String { String(rawValue.uppercased().map { $0 == "-" ? "_" : $0 }) }

    /// `nil` if the code names no flaw that this version knows.
    package init?(code: String) {
        guard let flaw = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = flaw
    }
}
