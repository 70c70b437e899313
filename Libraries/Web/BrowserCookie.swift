package import UsecasesEngine
import UsecasesSystem

/// The cookie of a browser, 256 random bits in 64 hexadecimal digits.
package struct BrowserCookie: Sendable, Hashable {
    package let secret: Secret
    /// The SHA-256 digest, 32 bytes, by which the service finds the browser's row. It does not reveal the cookie.
    package let digest: [UInt8]
    /// The secret of the forms on pages of this browser. No other site knows it.
    package let formToken: Secret

    /// Returns `nil` if the bytes are not a cookie of this program. Throws without a cryptographic library.
    package init?(_ bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes.prefix(65))
        guard bytes.count == 64, bytes.allSatisfy(\.isLowercaseHexDigit) else { return nil }
        secret = Secret(String(decoding: bytes, as: UTF8.self))
        digest = try Self.digest(bytes)
        formToken = Secret(try Self.digest(Array("form:".utf8) + bytes).hexadecimal)
    }

    /// Creates a new cookie.
    package static func random(_ source: any RandomSource) throws -> BrowserCookie {
        let digits = (0..<4).map { _ in String(hexadecimal: source.nextSecret()) }.joined()
        guard let cookie = try BrowserCookie(digits.utf8) else {
            preconditionFailure("64 digits are a cookie")
        }
        return cookie
    }

    /// Returns whether the token is the ``formToken``. The comparison takes constant time.
    package func admits(_ token: String?) -> Bool {
        guard let token else { return false }
        let library: any CryptographicLibrary = OpenSSLLibrary()
        return (try? library.areEqual(Array(token.utf8), Array(formToken.reveal().utf8))) == true
    }

    /// Returns the identifier of a form with this body, 32 hexadecimal digits. Only a request with the same cookie and the
    /// same body has it, so it proves that the sender knew every secret in the body.
    package func formID(ofBody body: [UInt8]) throws -> String {
        try Self.digest(Array("sent:".utf8) + Array(secret.reveal().utf8) + body).prefix(16).hexadecimal
    }

    /// Returns a name for the content of a page, which changes with it.
    package static func tag(of text: String) -> String {
        ((try? digest(Array(text.utf8))) ?? []).prefix(16).hexadecimal
    }

    private static func digest(_ bytes: [UInt8]) throws -> [UInt8] {
        let library: any CryptographicLibrary = OpenSSLLibrary()
        return try library.sha256(bytes)
    }
}

/// The fields of the header `Cookie`, read as bytes (RFC 6265, 4.2.1).
package enum CookieHeader {
    /// Returns the value of the cookie with this name. Returns `nil` without one, and if the name occurs twice, because one
    /// of them may be from a neighbouring host.
    package static func value(_ name: String, in headers: [String]) -> [UInt8]? {
        let pairs = headers.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
        let values = pairs.compactMap { pair -> [UInt8]? in
            // A browser keeps any other white space as a part of the name.
            let pair = pair.trimmingSpace
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")),
                pair[..<equals].elementsEqual(name.utf8)
            else { return nil }
            return Array(pair[equals...].dropFirst())
        }
        return values.count == 1 ? values[0] : nil
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without the spaces and tabs at both ends.
    package var trimmingSpace: SubSequence {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}
