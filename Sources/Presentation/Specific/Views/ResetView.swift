import Application
import Domain

extension Reset: ShownUsecase {
    static func show(_ scenario: Scenario<Reset>, in store: inout Store) -> Screen {
        (store.udid, store.account, store.sessions) = (nil, nil, nil)
        return switch scenario.goal {
        case .アプリは初期状態に戻ったことを表示: .reset
        }
    }
}

extension Screen {
    /// On a terminal, the splash is shown next.
    package static let reset = Screen(
        "splash",
        Page(
            heading: Sentence(en: "Reset", ja: "初期化"),
            paragraphs: [
                Sentence(
                    en: """
                        The UDID, the tutorial record and the login are forgotten. The next boot is like the first one.
                        """,
                    ja: "UDIDとチュートリアル完了の記録とログイン状態を消しました。次の起動は初めての起動と同じになります。")
            ],
            keys: []))
}
