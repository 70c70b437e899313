package import Usecases

/// A UDID that a backend issued, with the installation and the kind of device for which it was issued.
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

/// The kind of a device, `appDeviceKbn` in the API: 0 to 9999.
package struct DeviceKind: Sendable, Hashable, Codable, RawRepresentable {
    package let rawValue: Int

    /// The kind of a terminal.
    package static let terminal = DeviceKind(unchecked: 11)

    /// A kind other than that of a terminal.
    static let example = DeviceKind(unchecked: 12)

    /// `nil` for a value outside 0 to 9999.
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

/// Identifies one installation to the backend, so that asking twice yields one UDID: 1 to 255 visible ASCII characters.
package struct InstallationKey: Sendable, Hashable {
    package let secret: Secret

    /// The text itself, for its recipient.
    package var rawValue: String { secret.reveal() }

    /// `nil` for a text that is empty, longer than 255 characters, or not visible ASCII throughout.
    package init?(_ rawValue: String) {
        guard rawValue.isVisibleASCII(upTo: 255) else { return nil }
        secret = Secret(rawValue)
    }

    package init(_ uuid: UUIDv7) {
        secret = Secret(uuid.description)
    }

    /// A new key that nobody can guess.
    package init(clock: any Clock, randomSource: any RandomSource) {
        self.init(UUIDv7(at: clock.now, random: (randomSource.nextSecret(), randomSource.nextSecret())))
    }
}

/// The key is not shown, because anyone who has it can ask for its UDID.
extension InstallationKey: TextCodable, SecretText {
    package static var noun: String { "key" }
    package static var rule: String { "a key has 1 to 255 visible ASCII characters" }
}
