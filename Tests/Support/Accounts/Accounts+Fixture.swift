import CalearningDomain
import UsecasesEngine
import UsecasesTesting

extension AccountName {
    static func fixture(_ number: UInt64 = 1) -> AccountName {
        guard let name = AccountName("name-\(number)") else { preconditionFailure("it is within the rules") }
        return name
    }
}

extension DeviceName {
    static func fixture(_ number: UInt64 = 1) -> DeviceName {
        guard let name = DeviceName("デバイス '\(number)' (\\\"%)") else { preconditionFailure("it is within the rules") }
        return name
    }
}

extension StoredAccount {
    static func fixture(
        _ number: UInt64 = 1, name: AccountName? = nil, hash: String = "$scrypt$ln=15,r=8,p=3$c2FsdA$aGFzaA"
    ) -> StoredAccount {
        StoredAccount(
            account: Account(id: .fixture(number), name: name ?? .fixture(number)), passwordHash: PasswordHash(hash))
    }
}

extension TokenDigest {
    static func fixture(_ number: UInt64 = 1) -> TokenDigest {
        let digits = String(number, radix: 16)
        guard let digest = TokenDigest("ab" + String(repeating: "0", count: 62 - digits.count) + digits) else {
            preconditionFailure("it has 64 digits")
        }
        return digest
    }
}

extension StoredSession {
    static func fixture(
        _ number: UInt64 = 1, on device: UDID? = nil, of account: UUIDv7 = .fixture(), beganAt: Timestamp = .example,
        lastUsedAt: Timestamp? = nil, named name: DeviceName? = nil
    ) -> StoredSession {
        StoredSession(
            session: Session(
                id: .fixture(number), udid: device ?? .fixture(number), beganAt: beganAt,
                lastUsedAt: lastUsedAt ?? beganAt, device: name),
            account: account, digest: .fixture(number))
    }
}

extension Admission {
    /// The time of the next accepted attempt, or `nil` if this one was accepted.
    var until: Timestamp? { if case .later(let time) = self { time } else { nil } }
}

extension Guess {
    static func fixture(_ name: AccountName = .fixture(), from network: String = "192.0.2.7") -> Guess {
        Guess(name: name, network: network)
    }
}
