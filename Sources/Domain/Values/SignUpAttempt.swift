import Usecases

/// A request for an account that may have to be repeated: for which name, and under which key.
package struct SignUpAttempt: Sendable, Hashable, Codable {
    package let name: AccountName
    package let key: InstallationKey

    package init(name: AccountName, key: InstallationKey) {
        self.name = name
        self.key = key
    }
}

extension SignUpAttempt: CustomStringConvertible {
    package var description: String { "\(name) under \(key)" }
}

extension SignUpAttempt: Storable {
    /// The name, a space, and the key, none of which contains a space.
    package var stored: String { "\(name) \(key.rawValue)" }

    package init?(stored: String) {
        let parts = stored.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = AccountName(String(parts[0])), let key = InstallationKey(String(parts[1]))
        else { return nil }
        self.init(name: name, key: key)
    }
}
