/// Identifies one installation to the backend, so that asking twice yields one UDID: 1 to 255 visible ASCII characters.
package struct InstallationKey: Sendable, Hashable {
    private let secret: Secret

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

extension InstallationKey: CustomStringConvertible {
    /// The key is not shown, because anyone who has it can ask for its UDID.
    package var description: String { Secret.redacted }
}

extension InstallationKey: TextCodable {
    package static var rule: String { "a key has 1 to 255 visible ASCII characters" }

    /// Encodes the key as a ``Secret``.
    package func encode(to encoder: any Encoder) throws {
        try secret.encode(to: encoder)
    }
}
