import Usecases

/// What somebody typed to change a password; nothing has been checked yet.
package struct PasswordChange: Sendable, Hashable, Codable {
    package enum CodingKeys: CodingKey {
        case old, new
    }

    package let old: Password
    package let new: Password

    package init(old: Password, new: Password) {
        self.old = old
        self.new = new
    }
}

extension PasswordChange: CustomStringConvertible {
    package var description: String {
        Secret.numbering.map { _ in "from \(old) to \(new)" } ?? Secret.redacted
    }
}
