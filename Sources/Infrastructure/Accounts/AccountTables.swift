#if Server
import CalearningDomain
import Usecases
import UsecasesStorage

/// A recorded account, with the key of the request that recorded it.
struct RecordedAccount: Sendable {
    let account: StoredAccount
    let key: InstallationKey?
}

extension AccountRecord {
    /// Returns the result of recording the account when `others` have its key or its name. Returns `nil` without such a
    /// conflict.
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

/// The removal of obsolete rows. Each new session and each attempt to log in removes a few of them.
enum Sweep {
    /// The number of rows per removal. It exceeds the number of added rows, but is small enough to cause no delay.
    static let size = 8
    /// The number of rows of a table that one transaction of a complete removal removes.
    static let many = 500
    /// The number of browsers that one transaction removes. Their rows are large.
    static let browsers = 50
}

extension SweptRows {
    /// Whether one transaction did not remove everything.
    var isPartial: Bool { max(sessions, guesses) == Sweep.many }

    mutating func add(_ others: SweptRows) {
        sessions += others.sessions
        guesses += others.guesses
    }
}

extension StoreTable {
    /// Removes the browsers that were not used for 30 days, a few in each transaction. Returns their number.
    func sweep(at now: Timestamp) async throws(ErrorWrapper) -> Int {
        var swept = 0
        while true {
            let some = try await sweep(unusedSince: now - StoreRow.restLimit, limit: Sweep.browsers)
            swept += some
            guard some == Sweep.browsers else { return swept }
        }
    }
}

extension Timestamp {
    /// The lowest possible UDID of the last 24 hours. A UDID begins with its time.
    var firstUDIDOfLastDay: String { (self - .seconds(86_400)).firstUDID }

    /// The lowest possible UDID of this time. No UDID is from before 1970.
    var firstUDID: String { "\(UUIDv7(at: self, random: (0, 0)))" }

    /// Sessions that were last used at this time or earlier have ended.
    var idleSince: Timestamp { self - SessionRules.idleTime }

    /// Sessions that began at this time or earlier have ended.
    var begunSince: Timestamp { self - SessionRules.lifetime }

    /// Attempts at this time or earlier no longer count.
    var guessesSince: Timestamp { self - GuessRules.window }
}

extension TokenDigest {
    /// The stored form of the digest, 32 bytes.
    var bytes: [UInt8] {
        let digits = reveal().utf8.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
#endif
