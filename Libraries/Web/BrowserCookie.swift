package import Usecases
import UsecasesSystem

/// The cookie of a browser, 256 random bits in 64 hexadecimal digits.
package struct BrowserCookie: Sendable, Hashable {
    package let secret: Secret
    /// The identifier of the browser's store. It does not reveal the cookie.
    package let browser: BrowserStorage.ID
    /// The secret of the forms on pages of this browser. No other site knows it.
    package let formToken: Secret

    /// Returns `nil` if the text is not a cookie of this program. Throws without a cryptographic library.
    package init?(_ text: String) throws {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        let library: any CryptographicLibrary = OpenSSLLibrary()
        secret = Secret(text)
        browser = BrowserStorage.ID(try library.sha256(Array(text.utf8)))
        formToken = Secret(BrowserStorage.ID(try library.sha256(Array("form:\(text)".utf8))).digits)
    }

    /// Creates a new cookie.
    package static func random(_ source: any RandomSource) throws -> BrowserCookie {
        let text = (0..<4).map { _ in
            let digits = String(source.nextSecret(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
        guard let cookie = try BrowserCookie(text) else { preconditionFailure("64 digits are a cookie") }
        return cookie
    }

    /// Returns whether the token is the ``formToken``. The comparison takes constant time.
    package func admits(_ token: String?) -> Bool {
        guard let token else { return false }
        let library: any CryptographicLibrary = OpenSSLLibrary()
        return (try? library.areEqual(Array(token.utf8), Array(formToken.reveal().utf8))) == true
    }

    private static let digits = Set("0123456789abcdef".utf8)
}
