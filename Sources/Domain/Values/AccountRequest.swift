/// A request to the server for an account or for a session.
package struct AccountRequest: Sendable, Hashable, Codable {
    package let credentials: Credentials
    /// The device that the session is for.
    package let device: UDID
    /// Identifies a request for an account, which may come again; `nil` for a session.
    package let key: InstallationKey?
    /// Where it came from, as in ``Guess/network``.
    package let network: String

    package init(credentials: Credentials, device: UDID, key: InstallationKey? = nil, network: String) {
        self.credentials = credentials
        self.device = device
        self.key = key
        self.network = network
    }
}

extension AccountRequest: CustomStringConvertible {
    package var description: String { "\(credentials) on \(device) from \(network)" }
}

/// A request to the server for another password.
package struct PasswordRequest: Sendable, Hashable, Codable {
    package let change: PasswordChange
    package let token: SessionToken
    /// Where it came from, as in ``Guess/network``.
    package let network: String

    package init(change: PasswordChange, token: SessionToken, network: String) {
        self.change = change
        self.token = token
        self.network = network
    }
}

extension PasswordRequest: CustomStringConvertible {
    package var description: String { "from \(network)" }
}
