package import CalearningDomain
package import UsecasesEngine

/// ユースケース【アプリを起動する】
package enum Boot: Usecase {
    package enum Basics: SceneName {
        case アプリはサーバで発行したUDIDが保存されていないかを調べる
        case アプリはユーザがチュートリアルを完了した記録がないかを調べる(udid: UDID)
    }

    package enum Alternatives: SceneName {
        case UDIDがない場合_アプリはUDIDを取得する
    }

    package enum Goals: SceneName {
        case チュートリアル完了の記録がある場合_アプリはログイン画面を表示(udid: UDID)
        case チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示
    }

    package static let title = "アプリを起動する"
    package static let invocation = Invocation.command("boot")
    package static let actors: Set<Actor> = [.user, .application]
    package static let isDurable = true
    package static let initial = Step<Self>.basic(.アプリはサーバで発行したUDIDが保存されていないかを調べる)
    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with application: Application
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはサーバで発行したUDIDが保存されていないかを調べる):
            return if let udid = try await application.udid {
                .basic(.アプリはユーザがチュートリアルを完了した記録がないかを調べる(udid: udid))
            } else {
                .alternate(.UDIDがない場合_アプリはUDIDを取得する)
            }
        case .alternate(.UDIDがない場合_アプリはUDIDを取得する):
            let udid = try await application.obtainUDID()
            return .basic(.アプリはユーザがチュートリアルを完了した記録がないかを調べる(udid: udid))
        case .basic(.アプリはユーザがチュートリアルを完了した記録がないかを調べる(let udid)):
            return if try await application.hasCompletedTutorial {
                .last(.チュートリアル完了の記録がある場合_アプリはログイン画面を表示(udid: udid))
            } else {
                .last(.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
            }
        }
    }

    package static let english = [
        title: "Start the application",
        "アプリはサーバで発行したUDIDが保存されていないかを調べる": "The application checks whether a UDID issued by the server is saved",
        "アプリはユーザがチュートリアルを完了した記録がないかを調べる":
            "The application checks whether the user is recorded as having completed the tutorial",
        "UDIDがない場合_アプリはUDIDを取得する": "If there is no UDID, the application obtains one",
        "チュートリアル完了の記録がある場合_アプリはログイン画面を表示":
            "If the tutorial is recorded as completed, the application shows the login screen",
        "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示":
            "If the tutorial is not recorded as completed, the application shows the tutorial",
    ]
}
