/// Everything that the application remembers on this device.
///
/// A value is declared by a property here and nowhere else: code that resets, lists or compares stored values goes
/// through ``all``. A reset forgets the values in the order of their declaration, so that what the application cannot work
/// without comes last: an interrupted reset leaves an application that still works and can be reset again.
package struct DeviceMemory: Sendable {
    /// Identifies this installation to the backend.
    package let installationKey = Key<InstallationKey>(
        "installationKey", example: ("stored", .example), isForgottenByReset: true)
    /// Whether the user has been through the tutorial.
    package let hasCompletedTutorial = Key<Bool>(
        "hasCompletedTutorial", example: ("false", false), ("true", true), isForgottenByReset: true)
    /// The page of the tutorial that was open last.
    package let tutorialPage = Key<TutorialPage>(
        "tutorialPage", example: ("stored", .failure), isForgottenByReset: true)
    /// The request for an account that is under way, so that asking again yields the same account.
    package let signUp = Key<SignUpAttempt>("signUp", example: ("stored", .example), isForgottenByReset: true)
    /// The token of the session in which this device is logged in.
    package let session = Key<SessionToken>("session", example: ("stored", .example), isForgottenByReset: true)

    /// The UDID as text, which is validated when it is read.
    package let udid = Key<String>(
        "udid", example: ("stored", UDID.example(2).rawValue), ("malformed", ""), isForgottenByReset: true)

    package static let keys = DeviceMemory()

    package var all: [any DeclaredKey] { Mirror(reflecting: self).children.compactMap { $0.value as? any DeclaredKey } }
}

extension InstallationKey: Storable {
    package var stored: StoredValue { .string(rawValue) }

    package init?(stored: StoredValue) {
        guard let text = String(stored: stored) else { return nil }
        self.init(text)
    }
}

extension SessionToken: Storable {
    package var stored: StoredValue { .string(reveal()) }

    package init?(stored: StoredValue) {
        guard let text = String(stored: stored) else { return nil }
        self.init(text)
    }
}
