package import CalearningDomain
package import UsecasesEngine

/// ユースケース【コードを入れてログインする】
package enum EnterCode: Usecase {
    package enum Basics: SceneName {
        case アプリは途中のログインが保存されていないかを調べる(code: SecondCode)
        case アプリはサーバにコードの照合を頼む(code: SecondCode, ticket: LoginTicket)
        case アプリはログイン状態を保存する(opened: OpenedSession)
    }

    package enum Alternatives: SceneName {
        case ログインが終わっている場合_アプリは途中のログインを忘れる(ticket: LoginTicket)
    }

    package enum Goals: SceneName {
        case アプリはホーム画面を表示(account: Account)
        case 削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(account: Account)
        case 途中のログインがない場合_アプリはログイン画面を表示
        case ログインが終わっている場合_アプリはログイン画面を表示
        case コードが違う場合_アプリは違うことを表示
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?)
    }

    package static let title = "コードを入れてログインする"
    package static let invocation = Invocation.command("login-code")
    package static let actors: Set<Actor> = [.user]

    package static func initial(code: SecondCode) -> Step<Self> {
        .basic(.アプリは途中のログインが保存されていないかを調べる(code: code))
    }

    package static let beginnings: [Step<Self>] = [initial(code: .time(.example))]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは途中のログインが保存されていないかを調べる(let code)):
            return if let ticket = try await membership.ticket {
                .basic(.アプリはサーバにコードの照合を頼む(code: code, ticket: ticket))
            } else {
                .last(.途中のログインがない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバにコードの照合を頼む(let code, let ticket)):
            return switch try await membership.backend.continueLogin(ticket, with: code) {
            case .opened(let opened): .basic(.アプリはログイン状態を保存する(opened: opened))
            // Only a login that begins needs a code that it does not have.
            case .refused, .codeNeeded: .alternate(.ログインが終わっている場合_アプリは途中のログインを忘れる(ticket: ticket))
            case .wrongCode: .last(.コードが違う場合_アプリは違うことを表示)
            case .tooOften(let until): .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init)))
            }
        case .basic(.アプリはログイン状態を保存する(let opened)):
            try await membership.save(opened, continuing: true)
            return opened.keptFrom == nil
                ? .last(.アプリはホーム画面を表示(account: opened.account))
                : .last(.削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(account: opened.account))
        case .alternate(.ログインが終わっている場合_アプリは途中のログインを忘れる(let ticket)):
            try await membership.forget(ticket)
            return .last(.ログインが終わっている場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Log in with a code",
        "アプリは途中のログインが保存されていないかを調べる": "The application checks whether an unfinished login is saved",
        "アプリはサーバにコードの照合を頼む": "The application asks the server to compare the code",
        "アプリはログイン状態を保存する": "The application saves the session",
        "ログインが終わっている場合_アプリは途中のログインを忘れる": "If the login has ended, the application forgets it",
        "アプリはホーム画面を表示": "The application shows the home screen",
        "削除が取り消された場合_アプリはそれを伝えてホーム画面を表示":
            "If a deletion was taken back, the application says so and shows the home screen",
        "途中のログインがない場合_アプリはログイン画面を表示":
            "If there is no unfinished login, the application shows the login screen",
        "ログインが終わっている場合_アプリはログイン画面を表示": "If the login has ended, the application shows the login screen",
        "コードが違う場合_アプリは違うことを表示": "If the code is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
    ]
}
