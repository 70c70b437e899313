package import Usecases

/// What names and passwords of accounts may be (NIST SP 800-63B-4, OWASP ASVS 5.0): the device and the server check the
/// same rules.
package enum AccountRules {
    package static let nameLength = 3...32
    /// In Unicode scalars, after normalisation.
    package static let passwordLength = 15...256
    /// How many characters a password must have besides the name of the account, and besides the name of the product.
    package static let ownLength = 8

    /// In the order in which people read them: what is wrong with the name, then with the password.
    package static func flaws(of credentials: Credentials) -> [AccountFlaw] {
        flaws(ofName: credentials.name) + flaws(of: credentials.password, forName: credentials.name)
    }

    package static func flaws(ofName name: String) -> [AccountFlaw] {
        // In a valid name each character is a byte.
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
        // A hash of it would be that of the text without the NULs at its end.
        if text.utf8.contains(0) { return [.passwordCharacters] }
        let name = name.lowercased()
        if isLittleMore(text, than: name) { return [.passwordIsName] }
        if isLittleMore(text, than: Product.own.name) { return [.passwordIsCommon] }
        return CommonPasswords.contains(text, names: [name, Product.own.name]) ? [.passwordIsCommon] : []
    }

    private static func isLittleMore(_ text: String, than name: String) -> Bool {
        guard name.utf8.count >= nameLength.lowerBound else { return false }
        return text.replacing(name, with: "").unicodeScalars.count < ownLength
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
