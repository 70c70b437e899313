import Usecases

/// What somebody typed to log in or to sign up; nothing has been checked yet.
package struct Credentials: Sendable, Hashable {
    package let name: String
    package let password: Password

    package init(name: String, password: Password) {
        self.name = name
        self.password = password
    }
}

extension Credentials: Codable {
    private enum CodingKeys: CodingKey {
        case name, password
    }

    /// Whether a password is the name can be said only beside the name.
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
    /// In a story, with the password's number.
    package var description: String { Secret.numbering.map { _ in "\(name), \(password)" } ?? name }
}
