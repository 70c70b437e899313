package import Usecases

/// The identifier that a server issued to this device: 1 to 128 visible ASCII characters.
package struct UDID: Sendable, Hashable {
    package let rawValue: String

    /// `nil` for a text that is empty, longer than 128 characters, or not visible ASCII throughout.
    package init?(_ rawValue: String) {
        guard rawValue.isVisibleASCII(upTo: 128) else { return nil }
        self.rawValue = rawValue
    }

    package init(_ uuid: UUIDv7) {
        rawValue = uuid.description
    }
}

extension UDID: CustomStringConvertible {
    package var description: String { rawValue }
}

extension UDID: TextCodable {
    package static var rule: String { "a UDID has 1 to 128 visible ASCII characters" }
}
