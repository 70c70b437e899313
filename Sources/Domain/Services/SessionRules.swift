package import Usecases

/// How long sessions last, and how many there may be.
package enum SessionRules {
    /// From its beginning: 30 days.
    package static let lifetime = Duration.seconds(30 * 86_400)
    /// From its last use: 10 days.
    package static let idleTime = Duration.seconds(10 * 86_400)
    /// A use within this time after the one that was noted last is not noted: an hour.
    package static let usePrecision = Duration.seconds(3600)
    /// How many sessions an account may have. When one more begins, the one that was not used for the longest time
    /// ends.
    package static let perAccount = 100
}

extension Session {
    /// When it ends if it is not used any more.
    package var expiresAt: Timestamp { min(beganAt + SessionRules.lifetime, lastUsedAt + SessionRules.idleTime) }

    /// Whether it has not ended by itself.
    package func lasts(at now: Timestamp) -> Bool { now < expiresAt }

    /// Whether a use must be noted: the last one noted is an hour old or older.
    package func isUseDue(at now: Timestamp) -> Bool {
        now - lastUsedAt >= SessionRules.usePrecision
    }

    /// The session after a use.
    package func used(at now: Timestamp) -> Session {
        Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: max(lastUsedAt, now))
    }
}

/// How often a password may be guessed.
package enum GuessRules {
    /// How many failures a name may have from one network within the ``window``.
    package static let limit = 10
    /// 10 minutes.
    package static let window = Duration.seconds(600)

    /// Whether a try counts. A try of the future, noted by a clock that was wrong, counts only near its time, so
    /// that it does not lock the owner out until then.
    package static func counts(_ time: Timestamp, at now: Timestamp) -> Bool {
        max(now, time) - min(now, time) < window
    }

    /// When the next try is accepted after these, in any order; `nil` if it is accepted now.
    package static func next(after tries: [Timestamp], at now: Timestamp) -> Timestamp? {
        let counted = tries.filter { counts($0, at: now) }.sorted()
        return counted.count < limit ? nil : end(of: counted[counted.count - limit])
    }

    /// When a try at this time counts no more.
    package static func end(of time: Timestamp) -> Timestamp { time + window }
}

/// How long the key of a request for an account identifies it.
package enum SignUpRules {
    /// A day. A device repeats a request within minutes; later, its owner logs in.
    package static let keyLifetime = Duration.seconds(86_400)

    /// Whether a request with the key of this account is taken for a repetition of the one that created it.
    package static func isRepeatable(_ account: Account, at now: Timestamp) -> Bool {
        now - account.id.time < keyLifetime
    }
}
