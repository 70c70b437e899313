import CalearningDomain
import Testing
import UsecasesEngine

@testable import CalearningPresentation
@testable import UsecasesTerminal

@MainActor
@Suite struct 運用者の見るアカウント {
    @Test func いつ消すかを_消すことになっている場合にだけ告げる() {
        func lines(_ time: Timestamp?, in language: Language = .en) -> [String] {
            let overview = AccountOverview(
                account: .example, lockedAt: nil, deletionAt: time, sessions: 0, lastUsedAt: nil, guesses: 0)
            return Screen.account(overview).view.plainLines(in: language)
        }
        let end = Timestamp.example.toTheSecond

        let (english, japanese, kept) = (lines(.example), lines(.example, in: .ja), lines(nil))

        #expect(english.contains("Erased at \(end), unless the owner logs in before."))
        #expect(japanese.contains("持ち主がそれまでにログインしなければ、\(end)に消します。"))
        #expect(kept == english.filter { !$0.hasPrefix("Erased") })
    }
}
