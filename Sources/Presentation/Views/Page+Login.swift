import Domain

extension Page {
    /// The login screen, which for now says that the device is ready.
    static func login(udid: UDID?) -> Page {
        Page(
            heading: Sentence(en: "Login", ja: "ログイン"),
            paragraphs: [Sentence(en: "This device is ready.", ja: "この端末の準備ができました。")]
                + (udid.map { [Sentence(en: "UDID: \($0)", ja: "UDID: \($0)")] } ?? []),
            keys: [.quit])
    }
}
