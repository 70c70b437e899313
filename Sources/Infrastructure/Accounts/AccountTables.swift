#if Server
import CalearningDomain
import Usecases

/// An account that is recorded already, and the key of the request that recorded it.
struct RecordedAccount: Sendable {
    let account: StoredAccount
    let key: InstallationKey?
}

extension AccountRecord {
    /// What becomes of a new account despite others that have its key or its name; `nil` if none of them does.
    init?(of account: StoredAccount, under key: InstallationKey?, despite others: [RecordedAccount]) {
        if let known = others.first(where: { $0.key != nil && $0.key == key }) {
            self = .known(known.account)
        } else if others.contains(where: { $0.account.account.name == account.account.name }) {
            self = .nameTaken
        } else {
            return nil
        }
    }
}

/// The removal of rows that are not needed any more, a few with each new one.
enum Sweep {
    /// How many rows at a time: more than are added, so that none accumulate, and few enough to keep nothing waiting.
    static let size = 8
}

extension Timestamp {
    /// What was used at this time or earlier has ended, for as long as it is not used.
    var idleSince: Timestamp { self - SessionRules.idleTime }

    /// What began at this time or earlier has ended.
    var begunSince: Timestamp { self - SessionRules.lifetime }

    /// A try at this time or earlier does not count any more.
    var guessesSince: Timestamp { self - GuessRules.window }
}

extension TokenDigest {
    /// The digest as it is kept: 32 bytes.
    var bytes: [UInt8] {
        let digits = Array(reveal().utf8)
        return stride(from: 0, to: digits.count, by: 2).map { value(of: digits[$0]) << 4 | value(of: digits[$0 + 1]) }
    }

    private func value(of digit: UInt8) -> UInt8 {
        digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}
#endif
