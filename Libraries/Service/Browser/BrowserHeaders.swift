#if Server
import HTTPTypes
import Hummingbird
import UsecasesEngine
import UsecasesWeb

/// The headers of pages, as in chapter 3 of OWASP's ASVS 5.0.
struct BrowserHeaders: Sendable {
    /// Whether browsers reach the service over TLS.
    let isSecure: Bool

    /// Returns the headers of a page, in addition to the headers of every response. They prevent scripts, caching, and
    /// display inside another page.
    func page(style: String = "'self'") -> HTTPFields {
        [
            .cacheControl: "no-store",
            .contentSecurityPolicy:
                "default-src 'none'; img-src 'self'; style-src \(style); form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'",
            .literal("Referrer-Policy"): "same-origin",
            .literal("Cross-Origin-Opener-Policy"): "same-origin",
            .literal("Cross-Origin-Resource-Policy"): "same-origin",
            .literal("Permissions-Policy"): "camera=(), geolocation=(), microphone=()",
            .literal("Vary"): "Accept, Accept-Language, Cookie",
        ]
    }

    /// The names of the cookies. Browsers accept a name with `__Host-` only over TLS, and only from this host.
    var deviceCookie: String { isSecure ? "__Host-device" : "device" }
    var languageCookie: String { isSecure ? "__Host-language" : "language" }

    /// Returns the value of `Set-Cookie`. Scripts cannot read the cookie, and browsers do not send it with a form of
    /// another site. Browsers send it when the user follows a link from another site. The visit then continues. The
    /// cookie lasts for `days`.
    func cookie(_ name: String, _ value: String, days: Int = 400) -> String {
        "\(name)=\(value); Path=/; Max-Age=\(days * 86_400); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    /// Whether the browser's headers say that the request comes from a page of this service. `nil` if the browser sends
    /// neither header. Then only the token in the form is checked.
    func isFromOwnPage(_ request: Request) -> Bool? {
        let site = request.headers[.literal("Sec-Fetch-Site")].map { $0 == "same-origin" }
        let origin = request.headers[.origin].map { origin in
            request.head.authority.map { origin == "\(isSecure ? "https" : "http")://\($0)" } ?? false
        }
        return site == false || origin == false ? false : site ?? origin
    }

    /// Returns the browser's cookie, or `nil` without a valid one.
    func cookie(of request: Request) throws -> BrowserCookie? {
        try CookieHeader.value(deviceCookie, in: request.headers[values: .cookie]).flatMap { try BrowserCookie($0) }
    }

    /// Returns the language that the browser has chosen, or the one that it prefers.
    func language(of request: Request) -> Language {
        CookieHeader.value(languageCookie, in: request.headers[values: .cookie])
            .flatMap { Language(rawValue: String(decoding: $0, as: UTF8.self)) }
            ?? Self.preferred(request.headers[.acceptLanguage])
    }

    /// Returns the language that the browser prefers.
    static func preferred(_ header: String?) -> Language {
        let entries = (header ?? "").prefix(1_000).split(separator: ",").map { entry in
            let parts = entry.split(separator: ";").map { String(decoding: $0.utf8.trimmingSpace, as: UTF8.self) }
            let quality = parts.dropFirst().first.flatMap { $0.hasPrefix("q=") ? Double($0.dropFirst(2)) : nil } ?? 1
            return (name: parts.first.map { $0.prefix { $0 != "-" }.lowercased() } ?? "", quality: quality)
        }
        let known = entries.enumerated().filter { Language(rawValue: $0.element.name) != nil && $0.element.quality > 0 }
        let best = known.min { first, second in
            first.element.quality == second.element.quality
                ? first.offset < second.offset : first.element.quality > second.element.quality
        }
        return best.flatMap { Language(rawValue: $0.element.name) } ?? .en
    }
}
#endif
