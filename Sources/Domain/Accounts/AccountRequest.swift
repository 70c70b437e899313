import UsecasesEngine

/// A request to the server to create an account or to begin a session.
package struct AccountRequest: Sendable, Hashable, Codable {
    package let credentials: Credentials
    /// The device that logs in.
    package let device: UDID
    /// The automatic name of the device, or `nil` if the client sends none.
    package let deviceName: DeviceName?
    /// The key that identifies a repeatable request for an account. `nil` in a request for a session.
    package let key: InstallationKey?
    /// The network of the client, as in ``Guess/network``.
    package let network: String

    package init(
        credentials: Credentials, device: UDID, deviceName: DeviceName? = nil, key: InstallationKey? = nil,
        network: String
    ) {
        self.credentials = credentials
        self.device = device
        self.deviceName = deviceName
        self.key = key
        self.network = network
    }
}

extension AccountRequest: CustomStringConvertible {
    package var description: String { "\(credentials) on \(device) from \(network)" }
}

/// A request to the server to change a password.
package struct PasswordRequest: Sendable, Hashable, Codable {
    package let change: PasswordChange
    package let token: SessionToken
    /// The automatic name of the device, or `nil` if the client sends none.
    package let deviceName: DeviceName?
    /// The network of the client, as in ``Guess/network``.
    package let network: String

    package init(change: PasswordChange, token: SessionToken, deviceName: DeviceName? = nil, network: String) {
        self.change = change
        self.token = token
        self.deviceName = deviceName
        self.network = network
    }
}

extension PasswordRequest: CustomStringConvertible {
    package var description: String { "from \(network)" }
}

/// A request of a logged-in owner that the server performs only with the password, and with a code if the account has a
/// second factor.
package struct ConfirmedRequest: Sendable, Hashable, Codable {
    package let proof: Proof
    package let token: SessionToken
    /// The network of the client, as in ``Guess/network``.
    package let network: String

    package init(proof: Proof, token: SessionToken, network: String) {
        self.proof = proof
        self.token = token
        self.network = network
    }
}

extension ConfirmedRequest: CustomStringConvertible {
    package var description: String { "from \(network)" }
}

/// The data with which the owner of an account chooses a new password instead of a forgotten one.
package struct AccountRecovery: Sendable, Hashable, Codable {
    /// The name of the account and the new password, as the user typed them.
    package let credentials: Credentials
    /// The code, or `nil` if the typed text cannot be one.
    package let code: RecoveryCode?
    /// A code of the second factor, or `nil` without one.
    package let secondCode: SecondCode?

    package init(credentials: Credentials, code: RecoveryCode?, secondCode: SecondCode? = nil) {
        self.credentials = credentials
        self.code = code
        self.secondCode = secondCode
    }
}

extension AccountRecovery: CustomStringConvertible {
    package var description: String { "\(credentials) with \(code.map { "\($0)" } ?? "no code")" }
}

/// A request to the server to recover an account.
package struct RecoveryRequest: Sendable, Hashable, Codable {
    package let recovery: AccountRecovery
    /// The network of the client, as in ``Guess/network``.
    package let network: String

    package init(recovery: AccountRecovery, network: String) {
        self.recovery = recovery
        self.network = network
    }
}

extension RecoveryRequest: CustomStringConvertible {
    package var description: String { "\(recovery) from \(network)" }
}

/// A request for an account that the client may repeat, with its name and its key.
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
    /// The name and the key, separated by a space. Neither contains a space.
    package var stored: String { "\(name) \(key.rawValue)" }

    package init?(stored: String) {
        let parts = stored.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = AccountName(String(parts[0])), let key = InstallationKey(String(parts[1]))
        else { return nil }
        self.init(name: name, key: key)
    }
}
