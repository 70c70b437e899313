import CalearningApplication
import CalearningDomain
import Usecases
package import UsecasesTerminal

extension Reset: ShownUsecase {
    static func show(_ scenario: Scenario<Reset>) -> Screen {
        switch scenario.goal {
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
                    en: "Forgotten: \(DeviceMemory.keys.forgotten.text(in: .en)). The next boot is like the first one.",
                    ja: """
                        \(DeviceMemory.keys.forgotten.text(in: .ja))を消しました。次の起動は初めての起動と同じになります。
                        """)
            ],
            keys: []))
}

extension DeviceMemory {
    /// What a reset forgets, in words: “the session and the UDID”.
    var forgotten: Sentence { .enumeration(forgottenByReset.compactMap(\.forgottenAs)) }
}
