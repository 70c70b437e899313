import UsecasesEngine

/// Example values of port types, for the catalogues of outcomes.
extension UDID {
    /// Returns a UDID that differs for each number.
    package static func example(_ number: UInt64) -> UDID {
        UDID(UUIDv7(at: .example, random: (0, number)))
    }
}

extension Registration {
    /// Returns registrations that may exist under the key before another registration is recorded.
    static func examples(under key: InstallationKey) -> [(name: String, value: Registration)] {
        [("known", .terminal), ("known-as-another-kind", .example)].map { name, kind in
            (name, Registration(key: key, kind: kind, udid: .example(2)))
        }
    }
}

extension GitHubLogin {
    package static let example = GitHubLogin(unchecked: "octocat")
}

extension InstallationKey {
    package static let example = InstallationKey(UUIDv7(at: .example, random: (0, 3)))
}

extension AccountName {
    package static let example = AccountName(unchecked: "ada")
}

extension Account {
    package static let example = Account(id: UUIDv7(at: .example, random: (0, 4)), name: .example)
}

extension PasswordHash {
    /// The redacted hash of a recording.
    package static let example = PasswordHash(Secret.redacted)
}

extension StoredAccount {
    package static let example = StoredAccount(account: .example, passwordHash: .example)
    /// An account whose key of the request for it is over.
    static let oldExample = example(age: SignUpRules.keyLifetime)

    /// An account of this age at the time of the examples.
    static func example(age: Duration) -> StoredAccount {
        StoredAccount(
            account: Account(id: UUIDv7(at: .example - age, random: (0, 4)), name: .example), passwordHash: .example)
    }

    static func example(
        named name: AccountName, isLocked: Bool = false, deletionAt: Timestamp? = nil,
        secondFactor: StoredSecondFactor? = nil
    ) -> StoredAccount {
        StoredAccount(
            account: Account(id: Account.example.id, name: name), passwordHash: .example, isLocked: isLocked,
            deletionAt: deletionAt, secondFactor: secondFactor)
    }
}

extension TimeCode {
    package static let example = TimeCode(unchecked: "000000")
}

extension TimeCodeKey {
    package static let example = TimeCodeKey(randomSource: Zeros())
}

extension SealedSecret {
    package static let example = SealedSecret(unchecked: "00")
}

extension StoredSecondFactor {
    package static let example = StoredSecondFactor(key: .example, backups: [.example])
    static let begunExample = StoredSecondFactor(
        key: .example, confirmableUntil: .example + SecondFactorRules.setUpTime)
}

extension PendingLogin {
    static func example(until end: Timestamp) -> PendingLogin {
        PendingLogin(device: .example(1), deviceName: nil, endsAt: end)
    }
}

extension LoginTicket {
    package static let example = LoginTicket(name: .example, sealed: .example)
}

extension ContinuationRequest {
    package static func example(with code: SecondCode) -> ContinuationRequest {
        ContinuationRequest(ticket: .example, code: code, network: "192.0.2.1")
    }
}

extension SecondCode {
    /// A code of each kind.
    package static let examples: [SecondCode] = [.time(.example), .backup(.example), .other]
}

extension Proof {
    package static let example = Proof(password: .example)
    package static let secondExample = Proof(password: .example, code: .time(.example))
}

extension SecondFactorOffer {
    package static let example = SecondFactorOffer(
        account: .example, key: .example, confirmableUntil: .example + SecondFactorRules.setUpTime)
}

extension Password {
    package static let example = Password(normalized: "a sentence that nobody says")
}

extension Credentials {
    package static let example = Credentials(name: AccountName.example.rawValue, password: .example)
    /// Credentials with an invalid name and a short password.
    package static let flawedExample = Credentials(name: "a b", password: Password(normalized: "short"))
}

extension SessionToken {
    package static let example = SessionToken(randomSource: Zeros())
}

private struct Zeros: RandomSource {
    func next() -> UInt64 { 0 }
}

extension TokenDigest {
    package static let example = TokenDigest(unchecked: String(repeating: "0", count: 64))
}

extension Session {
    package static let example = Session(
        id: UUIDv7(at: .example, random: (0, 5)), udid: .example(1), beganAt: .example, lastUsedAt: .example)
    package static let otherExample = Session(
        id: UUIDv7(at: .example, random: (0, 6)), udid: .example(2), beganAt: .example, lastUsedAt: .example)
}

extension DeviceName {
    package static let example = DeviceName(unchecked: "Firefox on Linux")
}

extension LoggedIn {
    package static let example = LoggedIn(account: .example, session: .example)
}

extension OpenedSession {
    package static let example = OpenedSession(
        account: .example, session: Session.example.id, token: .example, expiresAt: Session.example.expiresAt)
}

extension OpenedSession {
    /// A session whose beginning has taken a deletion back.
    package static let keepingExample = OpenedSession(
        account: .example, session: Session.example.id, token: .example, expiresAt: Session.example.expiresAt,
        keptFrom: .example)
}

extension SessionList {
    package static let example = SessionList(own: Session.example.id, sessions: [.example, .otherExample])
}

extension AccountExport {
    package static let example = AccountExport(account: .example, sessions: [.example, .otherExample])
}

extension SignUpAttempt {
    package static let example = SignUpAttempt(name: .example, key: .example)
}

extension PasswordChange {
    package static let example = PasswordChange(
        old: .example, new: Password(normalized: "another sentence nobody says"))
    /// A change to a password that is too short.
    package static let flawedExample = PasswordChange(old: .example, new: Password(normalized: "short"))
    /// A change with a code.
    package static let secondExample = PasswordChange(
        old: .example, new: PasswordChange.example.new, code: .time(.example))
}

extension RecoveryCode {
    package static let example = RecoveryCode(randomSource: Zeros())
}

extension AccountRecovery {
    package static let example = AccountRecovery(credentials: .example, code: .example)
    /// A recovery with an invalid name and a short password.
    package static let flawedExample = AccountRecovery(credentials: .flawedExample, code: .example)
    /// A recovery without a possible code.
    package static let codelessExample = AccountRecovery(credentials: .example, code: nil)
    /// A recovery with a code of the second factor.
    package static let secondExample = AccountRecovery(
        credentials: .example, code: .example, secondCode: .time(.example))
}

extension RecoveryRequest {
    package static let example = RecoveryRequest(recovery: .example, network: "192.0.2.1")
    package static let flawedExample = RecoveryRequest(recovery: .flawedExample, network: "192.0.2.1")
    package static let codelessExample = RecoveryRequest(recovery: .codelessExample, network: "192.0.2.1")
    package static let secondExample = RecoveryRequest(recovery: .secondExample, network: "192.0.2.1")
}

extension AccountRequest {
    package static let example = AccountRequest(
        credentials: .example, device: .example(1), network: "192.0.2.1")
    /// A repeatable request.
    package static let keyedExample = AccountRequest(
        credentials: .example, device: .example(1), key: .example, network: "192.0.2.1")
    package static let flawedExample = AccountRequest(
        credentials: .flawedExample, device: .example(1), network: "192.0.2.1")
}

extension ConfirmedRequest {
    package static let example = ConfirmedRequest(proof: .example, token: .example, network: "192.0.2.1")
    /// A request with a code.
    package static let secondExample = ConfirmedRequest(
        proof: .secondExample, token: .example, network: "192.0.2.1")
}

extension PasswordRequest {
    package static let example = PasswordRequest(change: .example, token: .example, network: "192.0.2.1")
    package static let flawedExample = PasswordRequest(change: .flawedExample, token: .example, network: "192.0.2.1")
    package static let secondExample = PasswordRequest(change: .secondExample, token: .example, network: "192.0.2.1")
}
