import Application
import Domain

extension Boot: ShownUsecase {
    static let showsSplash = true

    static func show(_ scenario: Scenario<Boot>, in store: inout Store) -> Store.Screen {
        store.udid = scenario.udid
        return switch scenario.goal {
        case .チュートリアル完了の記録がある場合_アプリはログイン画面を表示: .login
        case .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示: .tutorial
        }
    }
}

extension Scenario<Boot> {
    /// The UDID that the application started with.
    fileprivate var udid: UDID? {
        for case .basic(.アプリはユーザがチュートリアルを完了した記録がないかを調べる(let udid)) in walk.passages.map(\.scene) {
            return udid
        }
        return nil
    }
}

extension CompleteTutorial: ShownUsecase {
    static func show(_ scenario: Scenario<CompleteTutorial>, in store: inout Store) -> Store.Screen {
        switch scenario.goal {
        case .アプリはログイン画面を表示: .login
        }
    }
}

extension Reset: ShownUsecase {
    static func show(_ scenario: Scenario<Reset>, in store: inout Store) -> Store.Screen {
        store.udid = nil
        return switch scenario.goal {
        case .アプリは初期状態に戻ったことを表示: .splash
        }
    }
}

extension ReadZen: ShownUsecase {
    static func show(_ scenario: Scenario<ReadZen>, in store: inout Store) -> Store.Screen {
        switch scenario.goal {
        case .アプリは禅の言葉を表示(let zen): .zen(zen)
        case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until): .rateLimit(until: until)
        }
    }
}

extension LookUpGitHubUser: ShownUsecase {
    static func show(_ scenario: Scenario<LookUpGitHubUser>, in store: inout Store) -> Store.Screen {
        switch scenario.goal {
        case .アプリはユーザを表示(let user): .user(user)
        case .ユーザがいない場合_アプリはいないことを表示: .noSuchUser
        case .利用制限に達している場合_アプリは制限が終わる時刻を表示(let until): .rateLimit(until: until)
        }
    }
}

extension CheckServiceStatus: ShownUsecase {
    static func show(_ scenario: Scenario<CheckServiceStatus>, in store: inout Store) -> Store.Screen {
        switch scenario.goal {
        case .すべて稼働している場合_アプリは稼働状況を表示(let status), .障害がある場合_アプリは稼働状況を表示(let status): .status(status)
        }
    }
}

extension CheckApiVersion: ShownUsecase {
    static func show(_ scenario: Scenario<CheckApiVersion>, in store: inout Store) -> Store.Screen {
        switch scenario.goal {
        case .対応しているバージョンの場合_アプリはバージョンを表示(let version), .対応していないバージョンの場合_アプリはバージョンを表示(let version):
            .version(version)
        }
    }
}
