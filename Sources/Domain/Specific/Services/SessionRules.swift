/// How long sessions last, and how many there may be.
package enum SessionRules {
    /// From its beginning, in milliseconds: 30 days.
    package static let lifetime: Int64 = 30 * 86_400_000
    /// From its last use, in milliseconds: 10 days.
    package static let idleTime: Int64 = 10 * 86_400_000
    /// A use within this time after the one that was noted last is not noted, in milliseconds: an hour.
    package static let usePrecision: Int64 = 3_600_000
    /// How many sessions an account may have. When one more begins, the one that was not used for the longest time
    /// ends.
    package static let perAccount = 100

    /// When a session ends by itself.
    package static func end(ofSessionBegun beganAt: Timestamp, lastUsed: Timestamp) -> Timestamp {
        Timestamp(milliseconds: min(beganAt.milliseconds + lifetime, lastUsed.milliseconds + idleTime))
    }
}

/// How often a password may be guessed.
package enum GuessRules {
    /// How many failures a name may have from one network within the ``window``.
    package static let limit = 10
    /// In milliseconds: 10 minutes.
    package static let window: Int64 = 600_000
}
