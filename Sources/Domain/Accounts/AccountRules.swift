package import UsecasesEngine

/// The rules for names and passwords of accounts (NIST SP 800-63B-4, OWASP ASVS 5.0). The device and the server check
/// the same rules.
package enum AccountRules {
    package static let nameLength = 3...32
    /// The length in Unicode scalars after normalisation.
    package static let passwordLength = 15...256
    /// The number of characters that a password must have in addition to the account name or the product name.
    package static let ownLength = 8

    /// Returns the violations by the name, then the violations by the password.
    package static func flaws(of credentials: Credentials) -> [AccountFlaw] {
        flaws(ofName: credentials.name) + flaws(of: credentials.password, forName: credentials.name)
    }

    /// Returns the violations by the name and the password of a new account. Only earlier versions created names that
    /// begin with a hyphen. A command line takes them for options.
    package static func flaws(ofNew credentials: Credentials) -> [AccountFlaw] {
        let flaws = flaws(of: credentials)
        let isOption = credentials.name.utf8.first == UInt8(ascii: "-") && !flaws.contains(.nameCharacters)
        return (isOption ? [.nameCharacters] : []) + flaws
    }

    package static func flaws(ofName name: String) -> [AccountFlaw] {
        // In a valid name each character is one byte.
        guard name.utf8.allSatisfy(isAllowedInName) else {
            return name.utf8.count > 4 * nameLength.upperBound ? [.nameLength, .nameCharacters] : [.nameCharacters]
        }
        return nameLength.contains(name.utf8.count) ? [] : [.nameLength]
    }

    package static func flaws(of password: Password, forName name: String) -> [AccountFlaw] {
        let count = password.count
        if count < passwordLength.lowerBound { return [.passwordTooShort] }
        if count > passwordLength.upperBound { return [.passwordTooLong] }
        let text = password.reveal().lowercased()
        // The hash ignores NULs at the end of the text.
        if text.utf8.contains(0) { return [.passwordCharacters] }
        let names = [name.lowercased(), String(name.lowercased().reversed())]
        if isLittleMore(text, than: names) { return [.passwordIsName] }
        if isLittleMore(text, than: [Product.own.name]) { return [.passwordIsCommon] }
        return CommonPasswords.contains(text, names: names + [Product.own.name]) ? [.passwordIsCommon] : []
    }

    private static func isLittleMore(_ text: String, than names: [String]) -> Bool {
        guard names.allSatisfy({ $0.utf8.count >= nameLength.lowerBound }) else { return false }
        return names.reduce(text) { $0.replacing($1, with: "") }.unicodeScalars.count < ownLength
    }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        case _: false
        }
    }
}

/// The lifetime of sessions, and their maximum number.
package enum SessionRules {
    /// The lifetime after the beginning, 30 days.
    package static let lifetime = Duration.seconds(30 * 86_400)
    /// The lifetime after the last use, 10 days.
    package static let idleTime = Duration.seconds(10 * 86_400)
    /// The minimum time between two recorded uses, an hour.
    package static let usePrecision = Duration.seconds(3600)
    /// The maximum number of sessions of an account.
    package static let perAccount = 100

    /// Returns the identifiers of the account's sessions that end when `new` begins: the expired ones, the one on the
    /// same device and, beyond ``perAccount`` sessions, the least recently used ones.
    package static func ended(by new: Session, among sessions: [Session]) -> Set<UUIDv7> {
        let kept = sessions.filter { $0.udid != new.udid && $0.lasts(at: new.beganAt) }
            .sorted { $0.age > $1.age }.prefix(perAccount - 1)
        return Set(sessions.map(\.id)).subtracting(kept.map(\.id))
    }
}

extension Session {
    /// The time when the session expires without further use.
    package var expiresAt: Timestamp { min(beganAt + SessionRules.lifetime, lastUsedAt + SessionRules.idleTime) }

    /// The order of sessions, with the least recently used session first.
    fileprivate var age: (Timestamp, Timestamp, String) { (lastUsedAt, beganAt, id.description) }

    /// Whether the session has not expired.
    package func lasts(at now: Timestamp) -> Bool { now < expiresAt }

    /// Whether the last recorded use is at least an hour old. A new use must then be recorded.
    package func isUseDue(at now: Timestamp) -> Bool {
        now - lastUsedAt >= SessionRules.usePrecision
    }

    /// Returns the session with the new time of its last use.
    package func used(at now: Timestamp) -> Session {
        Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: max(lastUsedAt, now), device: device)
    }

    /// Returns the session of a device with this name.
    package func named(_ device: DeviceName?) -> Session {
        Session(id: id, udid: udid, beganAt: beganAt, lastUsedAt: lastUsedAt, device: device)
    }

    /// Returns the new session of an account with the name that its device has among the account's sessions. The name
    /// may be a chosen one, so it precedes the name in the session.
    package func keepingName(among sessions: some Sequence<Session>) -> Session {
        let former = sessions.first { $0.udid == udid && $0.device != nil && $0.lasts(at: beganAt) }
        return former.map { named($0.device) } ?? self
    }
}

/// The limits on attempts to guess a password.
package enum GuessRules {
    /// The maximum number of failures for a name from one network within the ``window``.
    package static let limit = 10
    /// Failures count for this long, 10 minutes.
    package static let window = Duration.seconds(600)

    /// Whether an attempt counts. A wrong clock may have recorded an attempt in the future. Such an attempt counts only
    /// near its time and does not lock the owner out until then.
    package static func counts(_ time: Timestamp, at now: Timestamp) -> Bool {
        max(now, time) - min(now, time) < window
    }

    /// Returns the time when the next attempt is accepted, or `nil` if it is accepted now. The order of `tries` does
    /// not matter.
    package static func next(after tries: [Timestamp], at now: Timestamp) -> Timestamp? {
        let counted = tries.filter { counts($0, at: now) }.sorted()
        return counted.count < limit ? nil : end(of: counted[counted.count - limit])
    }

    /// Returns the time when an attempt no longer counts.
    package static func end(of time: Timestamp) -> Timestamp { time + window }
}

/// The lifetime of recovery codes.
package enum RecoveryRules {
    /// The lifetime of a code, a day. A newer code of the account replaces it.
    package static let lifetime = Duration.seconds(86_400)
}

/// The lifetime of the key of a request for an account.
package enum SignUpRules {
    /// The lifetime of a key, a day. A device repeats a request within minutes. Later, the owner logs in instead.
    package static let keyLifetime = Duration.seconds(86_400)

    /// Whether the account is so new that a request with its key repeats the sign-up.
    package static func isRepeatable(_ account: Account, at now: Timestamp) -> Bool {
        now - account.id.time < keyLifetime
    }
}
