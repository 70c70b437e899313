package import UsecasesEngine

/// The cryptography of second factors. Its key is not in the database.
///
/// Each operation throws `鍵がありません` without a key, or `ライブラリを使えません`. A sealed secret is bound to its account, so no
/// other account can use it.
package protocol CredentialVault: Sendable {
    /// Seals the key of the account.
    func seal(_ key: TimeCodeKey, of account: UUIDv7) async throws(ErrorWrapper) -> SealedSecret
    /// Returns the step within ``TimeCodeRules/steps(at:)`` that has the code under the sealed key of the account, or `nil`.
    /// Compares in constant time. Throws `damaged` for a secret that another key has sealed.
    func step(
        of code: TimeCode, under key: SealedSecret, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int64?
    /// Returns a ticket that only ``login(of:by:from:)`` for the same network and the same password opens.
    func ticket(
        for login: PendingLogin, of account: StoredAccount, from network: String
    ) async throws(ErrorWrapper) -> LoginTicket
    /// Returns the login of the ticket, or `nil` if it was issued for another account, another network or another password,
    /// or is not a ticket of this service. Does not check when it ends.
    func login(
        of ticket: LoginTicket, of account: StoredAccount, from network: String
    ) async throws(ErrorWrapper) -> PendingLogin?
}

/// The key of a ``CredentialVault``, 256 bits.
package struct VaultKey: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Reads the key as 64 hexadecimal digits, with white space around them. Returns `nil` for another text.
    package init?(_ text: String) {
        guard let bytes = [UInt8](hexadecimal: text.trimmed), bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

extension VaultKey: CustomStringConvertible, CustomReflectable {
    package var description: String { Secret.redacted }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension Port: CredentialVault where Adapter == any CredentialVault {
    package func seal(_ key: TimeCodeKey, of account: UUIDv7) async throws(ErrorWrapper) -> SealedSecret {
        try await call(
            "seal(_:of:)", ["\(key)", "\(account)"], on: .nothing,
            outcomes: [PossibleOutcome("sealed", .example)] + PossibleOutcome.vaultErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.seal(key, of: account) }
    }

    package func step(
        of code: TimeCode, under key: SealedSecret, of account: UUIDv7, at now: Timestamp
    ) async throws(ErrorWrapper) -> Int64? {
        try await call(
            "step(of:under:of:at:)", ["\(code)", "\(key)", "\(account)", "\(now)"], on: .nothing,
            outcomes: [PossibleOutcome("right", TimeCodeRules.step(at: now)), PossibleOutcome("wrong", nil)]
                + PossibleOutcome.vaultErrors + [.damaged]
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.step(of: code, under: key, of: account, at: now) }
    }

    package func ticket(
        for login: PendingLogin, of account: StoredAccount, from network: String
    ) async throws(ErrorWrapper) -> LoginTicket {
        try await call(
            "ticket(for:of:from:)", ["\(login)", "\(account)", network], on: .nothing,
            outcomes: [PossibleOutcome("issued", LoginTicket(name: account.account.name, sealed: .example))]
                + PossibleOutcome.vaultErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.ticket(for: login, of: account, from: network) }
    }

    package func login(
        of ticket: LoginTicket, of account: StoredAccount, from network: String
    ) async throws(ErrorWrapper) -> PendingLogin? {
        try await call(
            "login(of:of:from:)", ["\(ticket)", "\(account)", network], on: .nothing,
            outcomes: [
                PossibleOutcome("pending", .example(until: .example + SecondFactorRules.loginTime)).drawing {
                    .example(until: .example + .drawnSeconds("to the end", 600, by: &$0))
                },
                PossibleOutcome("over", .example(until: .example)),
                PossibleOutcome("void", nil),
            ] + PossibleOutcome.vaultErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.login(of: ticket, of: account, from: network) }
    }
}

extension Dependencies {
    package var credentialVault: Port<any CredentialVault> {
        get { self[(any CredentialVault).self] }
        set { self[(any CredentialVault).self] = newValue }
    }
}

extension SystemErrors {
    /// The operator has given the service no key for secrets.
    package static let 鍵がありません = application(
        ApplicationError(
            family: "vault", name: "鍵がありません",
            message: Sentence(
                en: "The service has no key for the secrets of second factors.",
                ja: "サービスに、二つ目の要素の秘密を守る鍵がありません。"),
            advice: Sentence(
                en: "The operator gives it one with --second-factor-key.",
                ja: "運用者が--second-factor-keyで鍵を渡します。")))
}

extension PossibleOutcome {
    static var vaultErrors: [PossibleOutcome] { [PossibleOutcome(.system(error: .鍵がありません))] + withoutLibrary }
}
