import Usecases

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
