import Application
import Domain

extension EndSession: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .refusedByServer: [Sentence(en: "there is no such session", ja: "そのセッションはない")],
        .notAllowed: [.nobodyLoggedIn],
    ]

    static func show(_ scenario: Scenario<EndSession>, in store: inout Store) -> Screen {
        switch scenario.goal {
        case .アプリは端末がログアウトしたことを表示:
            store.sessions = scenario.ended.flatMap { store.sessions?.without($0) }
            return .sessions(
                store.sessions, notice: Sentence(en: "The device is logged out.", ja: "端末をログアウトさせました。"))
        case .セッションがない場合_アプリはないことを表示:
            store.sessions = scenario.ended.flatMap { store.sessions?.without($0) }
            return .sessions(
                store.sessions, notice: Sentence(en: "There is no such session.", ja: "そのようなセッションはありません。"),
                exitStatus: .refusedByServer)
        case .ログインしていない場合_アプリはログイン画面を表示:
            store.account = nil
            return .nobodyLoggedIn(udid: store.udid)
        }
    }
}

extension Scenario<EndSession> {
    /// What was to be ended.
    fileprivate var ended: EndedSessions? {
        for case .basic(.アプリはログイン状態が保存されていないかを調べる(let ended)) in walk.passages.map(\.scene) {
            return ended
        }
        return nil
    }
}
