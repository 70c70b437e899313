package import Usecases

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
