package import Domain

extension Screen {
    /// The login screen, which for now says that the device is ready.
    package static func login(udid: UDID?) -> Screen {
        Screen(
            "login",
            Page(
                heading: Sentence(en: "Login", ja: "ログイン"),
                paragraphs: [Sentence(en: "This device is ready.", ja: "この端末の準備ができました。")]
                    + (udid.map { [Sentence("UDID: \($0)")] } ?? []),
                keys: [
                    KeyBinding(
                        name: "q", action: KeyBinding.quit.action, keys: [.character("q"), .enter], effect: .leave)
                ]))
    }
}
