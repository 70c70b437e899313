package import CalearningDomain
package import UsecasesEngine

/// ユースケース【ログインする】
package enum LogIn: Usecase {
    package enum Basics: SceneName {
        case アプリは端末のUDIDを調べる(credentials: Credentials)
        case アプリはサーバに名前とパスワードの照合を頼む(credentials: Credentials, udid: UDID)
        case アプリはログイン状態を保存する(opened: OpenedSession, udid: UDID)
    }

    package enum Alternatives: SceneName {
        case UDIDがない場合_アプリはUDIDを取得する(credentials: Credentials)
        case コードが要る場合_アプリはログインの続きを保存する(ticket: LoginTicket, udid: UDID)
    }

    package enum Goals: SceneName {
        case アプリはホーム画面を表示(account: Account, udid: UDID)
        case 削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(account: Account, udid: UDID)
        case コードが要る場合_アプリはコードを尋ねる(udid: UDID)
        case 名前かパスワードが違う場合_アプリは違うことを表示(udid: UDID)
        case 間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: WrittenTime?, udid: UDID)
    }

    package static let title = "ログインする"
    package static let invocation = Invocation.command("login")
    package static let actors: Set<Actor> = [.user]

    package static func initial(credentials: Credentials) -> Step<Self> {
        .basic(.アプリは端末のUDIDを調べる(credentials: credentials))
    }

    package static let beginnings: [Step<Self>] = [initial(credentials: .example)]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは端末のUDIDを調べる(let credentials)):
            return if let udid = try await membership.udid {
                .basic(.アプリはサーバに名前とパスワードの照合を頼む(credentials: credentials, udid: udid))
            } else {
                .alternate(.UDIDがない場合_アプリはUDIDを取得する(credentials: credentials))
            }
        case .alternate(.UDIDがない場合_アプリはUDIDを取得する(let credentials)):
            let udid = try await membership.obtainUDID()
            return .basic(.アプリはサーバに名前とパスワードの照合を頼む(credentials: credentials, udid: udid))
        case .basic(.アプリはサーバに名前とパスワードの照合を頼む(let credentials, let udid)):
            return switch try await membership.backend.logIn(credentials, on: udid) {
            case .opened(let opened): .basic(.アプリはログイン状態を保存する(opened: opened, udid: udid))
            case .codeNeeded(let ticket): .alternate(.コードが要る場合_アプリはログインの続きを保存する(ticket: ticket, udid: udid))
            // Only a login that is continued has a code.
            case .refused, .wrongCode: .last(.名前かパスワードが違う場合_アプリは違うことを表示(udid: udid))
            case .tooOften(let until):
                .last(.間違いが多すぎる場合_アプリは次に試せる時刻を表示(until: until.map(WrittenTime.init), udid: udid))
            }
        case .basic(.アプリはログイン状態を保存する(let opened, let udid)):
            try await membership.save(opened)
            return opened.keptFrom == nil
                ? .last(.アプリはホーム画面を表示(account: opened.account, udid: udid))
                : .last(.削除が取り消された場合_アプリはそれを伝えてホーム画面を表示(account: opened.account, udid: udid))
        case .alternate(.コードが要る場合_アプリはログインの続きを保存する(let ticket, let udid)):
            try await membership.save(ticket)
            return .last(.コードが要る場合_アプリはコードを尋ねる(udid: udid))
        }
    }

    package static let english = [
        title: "Log in",
        "アプリは端末のUDIDを調べる": "The application looks for the UDID of this device",
        "UDIDがない場合_アプリはUDIDを取得する": "If there is no UDID, the application obtains one",
        "アプリはサーバに名前とパスワードの照合を頼む": "The application asks the server to compare the name and the password",
        "アプリはログイン状態を保存する": "The application saves the session",
        "コードが要る場合_アプリはログインの続きを保存する": "If a code is needed, the application saves the unfinished login",
        "アプリはホーム画面を表示": "The application shows the home screen",
        "削除が取り消された場合_アプリはそれを伝えてホーム画面を表示":
            "If a deletion was taken back, the application says so and shows the home screen",
        "コードが要る場合_アプリはコードを尋ねる": "If a code is needed, the application asks for it",
        "名前かパスワードが違う場合_アプリは違うことを表示": "If the name or the password is wrong, the application says so",
        "間違いが多すぎる場合_アプリは次に試せる時刻を表示": "After too many failures, the application shows when one may try again",
    ]
}
