package import UsecasesEngine

/// A password that the user typed. It is in the Unicode normal form NFKC, so every keyboard yields the same text.
///
/// It is a ``Secret``, so it is never shown, recorded or logged.
package struct Password: Sendable, Hashable {
    package let secret: Secret

    /// Creates a password. `text` must be in the normal form.
    package init(normalized text: String) {
        secret = Secret(text)
    }

    /// The number of Unicode scalars. NIST SP 800-63B counts characters in this way.
    package var count: Int { secret.reveal().unicodeScalars.count }
}

extension Password: SecretText {
    package static var noun: String { "password" }

    /// Decodes the output of ``encode(to:)``. A recording is replayed with a password that violates the same rule.
    package init(from decoder: any Decoder) throws {
        self.init(written: try decoder.singleValueContainer().decode(String.self), forName: "")
    }

    /// Creates the password for the written text. `name` is the name of its account.
    init(written: String, forName name: String) {
        // The name is repeated because most names are too short for a password. Valid names have at most 32 characters.
        let names = String(
            repeating: name, count: max(1, AccountRules.passwordLength.upperBound / max(1, name.utf8.count)))
        let standIns = Self.standIns + [(Self.written(.passwordIsName), names)]
        self.init(normalized: standIns.first { $0.written == written }?.text ?? written)
    }

    /// Encodes the password as a ``Secret``. The redacted form shows only the rule that the password violates.
    package func encode(to encoder: any Encoder) throws {
        try encode(to: encoder, forName: "")
    }

    /// Encodes the password of the account with this name.
    func encode(to encoder: any Encoder, forName name: String) throws {
        try secret.encode(to: encoder, otherwise: Self.written(AccountRules.flaws(of: self, forName: name).first))
    }

    private static func written(_ flaw: AccountFlaw?) -> String {
        flaw.map { "\(Secret.redacted) \($0.rawValue)" } ?? Secret.redacted
    }

    private static let standIns: [(written: String, text: String)] = [
        (written(nil), "\(Secret.redacted), which breaks no rule"),
        (written(.passwordTooShort), ""),
        (written(.passwordTooLong), String(repeating: "·", count: AccountRules.passwordLength.upperBound + 1)),
        (written(.passwordCharacters), "\0, and more than that"),
        (written(.passwordIsCommon), "passwordpassword"),
    ]
}

/// The unchecked name and password that the user typed to log in or to sign up.
package struct Credentials: Sendable, Hashable {
    package let name: String
    package let password: Password

    /// Spaces around the name are dropped, because keyboards of phones add them, and no name contains one.
    package init(name: String, password: Password) {
        self.name = name.trimmed
        self.password = password
    }
}

extension String {
    /// The text without white space at its beginning and its end.
    package var trimmed: String {
        String(reversed().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace))
    }
}

extension Credentials: Codable {
    private enum CodingKeys: CodingKey {
        case name, password
    }

    /// The name is required to check whether the password equals it.
    private struct PasswordForName: Encodable {
        let password: Password
        let name: String

        func encode(to encoder: any Encoder) throws { try password.encode(to: encoder, forName: name) }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        password = Password(written: try container.decode(String.self, forKey: .password), forName: name)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(PasswordForName(password: password, name: name), forKey: .password)
    }
}

extension Credentials: CustomStringConvertible {
    /// The name, followed by the number of the password in a story.
    package var description: String { Secret.numbering.map { _ in "\(name), \(password)" } ?? name }
}

/// The unchecked passwords that the user typed to change a password.
package struct PasswordChange: Sendable, Hashable, Codable {
    package let old: Password
    package let new: Password
    /// A code of the second factor, or `nil` without one.
    package let code: SecondCode?

    package init(old: Password, new: Password, code: SecondCode? = nil) {
        self.old = old
        self.new = new
        self.code = code
    }
}

extension PasswordChange: CustomStringConvertible {
    package var description: String {
        Secret.numbering.map { _ in "from \(old) to \(new)" } ?? Secret.redacted
    }
}
