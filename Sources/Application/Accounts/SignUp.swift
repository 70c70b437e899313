package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アカウントを作る】
package enum SignUp: Usecase {
    package enum Basics: SceneName {
        case アプリは名前とパスワードが規則に合うかを調べる(credentials: Credentials)
        case アプリは端末のUDIDを調べる(credentials: Credentials)
        case アプリはサーバにアカウントを頼む(credentials: Credentials, udid: UDID)
        case アプリはログイン状態を保存する(opened: OpenedSession, udid: UDID)
    }

    package enum Alternatives: SceneName {
        case UDIDがない場合_アプリはUDIDを取得する(credentials: Credentials)
    }

    package enum Goals: SceneName {
        case アプリはホーム画面を表示(account: Account, udid: UDID)
        case 規則に合わない場合_アプリは直すところを表示(flaws: [AccountFlaw])
        case 名前が使われている場合_アプリは使われていることを表示
        case 頼みすぎた場合_アプリは次に頼める時刻を表示(until: WrittenTime?)
    }

    package static let title = "アカウントを作る"
    package static let invocation = Invocation.command("signup")
    package static let actors: Set<Actor> = [.user]

    package static func initial(credentials: Credentials) -> Step<Self> {
        .basic(.アプリは名前とパスワードが規則に合うかを調べる(credentials: credentials))
    }

    package static let beginnings: [Step<Self>] = [
        initial(credentials: .example), initial(credentials: .flawedExample),
    ]

    package static let drawnBeginning: (@Sendable (inout RandomChoices) -> Step<Self>)? = {
        initial(credentials: .drawn(by: &$0))
    }

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは名前とパスワードが規則に合うかを調べる(let credentials)):
            let flaws = AccountRules.flaws(ofNew: credentials)
            return flaws.isEmpty
                ? .basic(.アプリは端末のUDIDを調べる(credentials: credentials))
                : .last(.規則に合わない場合_アプリは直すところを表示(flaws: flaws))
        case .basic(.アプリは端末のUDIDを調べる(let credentials)):
            return if let udid = try await membership.udid {
                .basic(.アプリはサーバにアカウントを頼む(credentials: credentials, udid: udid))
            } else {
                .alternate(.UDIDがない場合_アプリはUDIDを取得する(credentials: credentials))
            }
        case .alternate(.UDIDがない場合_アプリはUDIDを取得する(let credentials)):
            let udid = try await membership.obtainUDID()
            return .basic(.アプリはサーバにアカウントを頼む(credentials: credentials, udid: udid))
        case .basic(.アプリはサーバにアカウントを頼む(let credentials, let udid)):
            return switch try await membership.signUp(credentials, on: udid) {
            case .opened(let opened): .basic(.アプリはログイン状態を保存する(opened: opened, udid: udid))
            case .flawed(let flaws): .last(.規則に合わない場合_アプリは直すところを表示(flaws: flaws))
            case .nameTaken: .last(.名前が使われている場合_アプリは使われていることを表示)
            case .tooOften(let until): .last(.頼みすぎた場合_アプリは次に頼める時刻を表示(until: until.map(WrittenTime.init)))
            }
        case .basic(.アプリはログイン状態を保存する(let opened, let udid)):
            try await membership.save(opened)
            return .last(.アプリはホーム画面を表示(account: opened.account, udid: udid))
        }
    }

    package static let english = [
        title: "Sign up",
        "アプリは名前とパスワードが規則に合うかを調べる": "The application checks the name and the password against the rules",
        "アプリは端末のUDIDを調べる": "The application looks for the UDID of this device",
        "UDIDがない場合_アプリはUDIDを取得する": "If there is no UDID, the application obtains one",
        "アプリはサーバにアカウントを頼む": "The application asks the server for an account",
        "アプリはログイン状態を保存する": "The application saves the session",
        "アプリはホーム画面を表示": "The application shows the home screen",
        "規則に合わない場合_アプリは直すところを表示": "If they break a rule, the application shows what to fix",
        "名前が使われている場合_アプリは使われていることを表示": "If the name is taken, the application says so",
        "頼みすぎた場合_アプリは次に頼める時刻を表示": "If it was asked too often, the application shows when it may be asked again",
    ]
}
