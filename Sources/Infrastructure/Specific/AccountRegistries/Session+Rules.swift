import Domain

extension Session {
    /// Whether it has not ended by itself.
    func lasts(at now: Timestamp) -> Bool { now < expiresAt }

    /// Whether a use has to be noted: the one that was noted last is too long ago.
    func isUseDue(at now: Timestamp) -> Bool {
        now.milliseconds - lastUsedAt.milliseconds >= SessionRules.usePrecision
    }

    /// The same session, after a use.
    func used(at now: Timestamp) -> Session {
        Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: max(lastUsedAt, now))
    }
}

extension Timestamp {
    /// What was used at this time or earlier has ended, for as long as nobody uses it.
    var idleSince: Timestamp { Timestamp(milliseconds: milliseconds - SessionRules.idleTime) }

    /// What began at this time or earlier has ended.
    var begunSince: Timestamp { Timestamp(milliseconds: milliseconds - SessionRules.lifetime) }

    /// A try at this time or earlier does not count any more.
    var guessesSince: Timestamp { Timestamp(milliseconds: milliseconds - GuessRules.window) }

    /// When a try at this time does not count any more.
    var guessEnd: Timestamp { Timestamp(milliseconds: milliseconds + GuessRules.window) }
}
