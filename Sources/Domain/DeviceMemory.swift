package import UsecasesEngine

/// All values that the application stores on this device.
///
/// Each value is declared only by a property here. Code that resets, lists or compares stored values uses ``all``. A
/// reset deletes the values in the order of their declaration, the indispensable ones last. An interrupted reset leaves
/// an application that still works and can be reset again.
package struct DeviceMemory: Sendable {
    /// The key that identifies this installation to the backend.
    package let installationKey = Key<InstallationKey>(
        "installationKey", example: ("stored", .example),
        forgottenAs: Sentence(en: "the installation key", ja: "インストールキー"))
    /// Whether the user has completed the tutorial.
    package let hasCompletedTutorial = Key<Bool>(
        "hasCompletedTutorial", example: ("false", false), ("true", true),
        forgottenAs: Sentence(en: "the tutorial record", ja: "チュートリアル完了の記録"))
    /// The last page of the tutorial that the user opened.
    package let tutorialPage = Key<TutorialPage>(
        "tutorialPage", example: ("stored", .failure),
        forgottenAs: Sentence(en: "the open page of the tutorial", ja: "開いていたチュートリアルのページ"))
    /// The pending request for an account. A repeated request yields the same account.
    package let signUp = Key<SignUpAttempt>(
        "signUp", example: ("stored", .example),
        forgottenAs: Sentence(en: "an unfinished sign-up", ja: "途中のアカウント作成"))
    /// The token of the current session.
    package let session = Key<SessionToken>(
        "session", example: ("stored", .example),
        forgottenAs: Sentence(en: "the login", ja: "ログイン状態"))
    /// The ticket of a login that waits for a code.
    package let login = Key<LoginTicket>(
        "login", example: ("stored", .example),
        forgottenAs: Sentence(en: "an unfinished login", ja: "途中のログイン"))
    /// The UDID as text. It is validated when it is read.
    package let udid = Key<String>(
        "udid", example: ("stored", UDID.example(2).rawValue), ("malformed", ""),
        forgottenAs: Sentence(en: "the UDID", ja: "UDID"))

    package static let keys = DeviceMemory()

    package var all: [any DeclaredKey] { Mirror(reflecting: self).children.compactMap { $0.value as? any DeclaredKey } }

    /// The values that a reset deletes, in this order.
    package var forgottenByReset: [any DeclaredKey] { all.filter { $0.forgottenAs != nil } }
}

extension InstallationKey: Storable {}

extension SessionToken: Storable {}

extension LoginTicket: Storable {}
