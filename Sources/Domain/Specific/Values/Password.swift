/// A password as a user typed it, in Unicode's normal form NFKC, so that every keyboard yields the same one.
///
/// It is a ``Secret``: nothing shows, records or logs it.
package struct Password: Sendable, Hashable {
    private let secret: Secret

    /// `text` must be in the normal form.
    package init(normalized text: String) {
        secret = Secret(text)
    }

    /// The text itself, for its recipient.
    package func reveal() -> String { secret.reveal() }

    /// Unicode scalars, as NIST SP 800-63B counts characters.
    package var count: Int { secret.reveal().unicodeScalars.count }
}

extension Password: CustomStringConvertible {
    package var description: String { Secret.redacted }
}

extension Password: Codable {
    package init(from decoder: any Decoder) throws { secret = try Secret(from: decoder) }

    package func encode(to encoder: any Encoder) throws { try secret.encode(to: encoder) }
}
