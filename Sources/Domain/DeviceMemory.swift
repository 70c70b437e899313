package import Usecases

/// Everything that the application remembers on this device.
///
/// A value is declared by a property here and nowhere else: code that resets, lists or compares stored values goes
/// through ``all``. A reset forgets the values in the order of their declaration, so that what the application cannot work
/// without comes last: an interrupted reset leaves an application that still works and can be reset again.
package struct DeviceMemory: Sendable {
    /// Identifies this installation to the backend.
    package let installationKey = Key<InstallationKey>(
        "installationKey", example: ("stored", .example),
        forgottenAs: Sentence(en: "the installation key", ja: "インストールキー"))
    /// Whether the user has been through the tutorial.
    package let hasCompletedTutorial = Key<Bool>(
        "hasCompletedTutorial", example: ("false", false), ("true", true),
        forgottenAs: Sentence(en: "the tutorial record", ja: "チュートリアル完了の記録"))
    /// The page of the tutorial that was open last.
    package let tutorialPage = Key<TutorialPage>(
        "tutorialPage", example: ("stored", .failure),
        forgottenAs: Sentence(en: "the open page of the tutorial", ja: "開いていたチュートリアルのページ"))
    /// The request for an account that is under way, so that asking again yields the same account.
    package let signUp = Key<SignUpAttempt>(
        "signUp", example: ("stored", .example),
        forgottenAs: Sentence(en: "an unfinished sign-up", ja: "途中のアカウント作成"))
    /// The token of the session in which this device is logged in.
    package let session = Key<SessionToken>(
        "session", example: ("stored", .example),
        forgottenAs: Sentence(en: "the login", ja: "ログイン状態"))

    /// The UDID as text, which is validated when it is read.
    package let udid = Key<String>(
        "udid", example: ("stored", UDID.example(2).rawValue), ("malformed", ""),
        forgottenAs: Sentence(en: "the UDID", ja: "UDID"))

    package static let keys = DeviceMemory()

    package var all: [any DeclaredKey] { Mirror(reflecting: self).children.compactMap { $0.value as? any DeclaredKey } }

    /// What a reset forgets, in this order.
    package var forgottenByReset: [any DeclaredKey] { all.filter { $0.forgottenAs != nil } }
}

extension InstallationKey: Storable {}

extension SessionToken: Storable {}
