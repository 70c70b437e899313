package import UsecasesEngine

/// An issued UDID with its installation and its kind of device.
package struct Registration: Sendable, Hashable, Codable {
    package let key: InstallationKey
    package let kind: DeviceKind
    package let udid: UDID

    package init(key: InstallationKey, kind: DeviceKind, udid: UDID) {
        self.key = key
        self.kind = kind
        self.udid = udid
    }
}

extension Registration: CustomStringConvertible {
    package var description: String { "\(udid), kind \(kind.rawValue), key \(key)" }
}

/// The identifier of a device, issued by a server. It has 1 to 128 visible ASCII characters.
package struct UDID: Sendable, Hashable {
    package let rawValue: String

    /// Returns `nil` if the text is empty, longer than 128 characters, or not only visible ASCII.
    package init?(_ rawValue: String) {
        guard rawValue.isVisibleASCII(upTo: 128) else { return nil }
        self.rawValue = rawValue
    }

    package init(_ uuid: UUIDv7) {
        rawValue = uuid.description
    }
}

extension UDID: TextCodable {
    package static var rule: String { "a UDID has 1 to 128 visible ASCII characters" }
    package var description: String { rawValue }
}

/// The kind of a device from 0 to 9999, `appDeviceKbn` in the API.
package struct DeviceKind: Sendable, Hashable, Codable, RawRepresentable {
    package let rawValue: Int

    /// The kind of terminals.
    package static let terminal = DeviceKind(unchecked: 11)

    /// A kind other than a terminal.
    static let example = DeviceKind(unchecked: 12)

    /// Returns `nil` for a value outside 0 to 9999.
    package init?(rawValue: Int) {
        guard (0...9999).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension DeviceKind: CustomStringConvertible {
    package var description: String { "\(rawValue)" }
}

/// The key that identifies an installation to the backend. It has 1 to 255 visible ASCII characters. Repeated requests
/// with it yield one UDID.
package struct InstallationKey: Sendable, Hashable {
    package let secret: Secret

    /// The plain text, for the recipient.
    package var rawValue: String { secret.reveal() }

    /// Returns `nil` if the text is empty, longer than 255 characters, or not only visible ASCII.
    package init?(_ rawValue: String) {
        guard rawValue.isVisibleASCII(upTo: 255) else { return nil }
        secret = Secret(rawValue)
    }

    package init(_ uuid: UUIDv7) {
        secret = Secret(uuid.description)
    }

    /// Creates an unguessable key.
    package init(clock: any Clock, randomSource: any RandomSource) {
        self.init(UUIDv7(at: clock.now, random: (randomSource.nextSecret(), randomSource.nextSecret())))
    }
}

/// The key is hidden, because every client that has it can request its UDID.
extension InstallationKey: TextCodable, SecretText {
    package static var noun: String { "key" }
    package static var rule: String { "a key has 1 to 255 visible ASCII characters" }
}
