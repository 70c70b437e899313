/// Names one installation to the backend, so that asking twice yields one UDID: 1 to 255 visible ASCII characters.
package struct InstallationKey: Sendable, Hashable {
    package let rawValue: String

    /// `nil` for a text that is empty, longer than 255 characters, or not visible ASCII throughout.
    package init?(_ rawValue: String) {
        guard rawValue.isVisibleASCII(upTo: 255) else { return nil }
        self.rawValue = rawValue
    }

    package init(_ uuid: UUIDv7) {
        rawValue = uuid.description
    }
}

extension InstallationKey: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = InstallationKey(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a key has 1 to 255 visible ASCII characters")
        }
        self = key
    }

    /// Whoever has the key can ask for its UDID: it is encoded as a ``Secret``.
    package func encode(to encoder: any Encoder) throws {
        try Secret(rawValue).encode(to: encoder)
    }
}
