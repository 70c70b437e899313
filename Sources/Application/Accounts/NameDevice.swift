package import CalearningDomain
package import UsecasesEngine

/// ユースケース【端末に名前を付ける】
package enum NameDevice: Usecase {
    package enum Basics: SceneName {
        case アプリはログイン状態が保存されていないかを調べる(name: DeviceName, list: SessionList?)
        case アプリはサーバに端末の名前を伝える(name: DeviceName, list: SessionList?, token: SessionToken)
    }

    package enum Alternatives: SceneName {
        case セッションが終わっている場合_アプリはログイン状態を忘れる(token: SessionToken)
    }

    package enum Goals: SceneName {
        case アプリは端末に名前が付いたことを表示(name: DeviceName, list: SessionList?)
        case ログインしていない場合_アプリはログイン画面を表示
    }

    package static let title = "端末に名前を付ける"
    package static let invocation = Invocation.command("sessions name NAME")
    package static let actors: Set<Actor> = [.user]

    /// Returns the first scene. `list` is the list that the user saw before, if any. The next screen shows it with the
    /// new name.
    package static func initial(name: DeviceName, list: SessionList? = nil) -> Step<Self> {
        .basic(.アプリはログイン状態が保存されていないかを調べる(name: name, list: list))
    }

    package static let beginnings: [Step<Self>] = [initial(name: .example)]

    package static func next(
        after scene: Step<Self>, with membership: Membership
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはログイン状態が保存されていないかを調べる(let name, let list)):
            return if let token = try await membership.token {
                .basic(.アプリはサーバに端末の名前を伝える(name: name, list: list, token: token))
            } else {
                .last(.ログインしていない場合_アプリはログイン画面を表示)
            }
        case .basic(.アプリはサーバに端末の名前を伝える(let name, let list, let token)):
            return try await membership.backend.nameDevice(name, by: token)
                ? .last(.アプリは端末に名前が付いたことを表示(name: name, list: list?.naming(name)))
                : .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(token: token))
        case .alternate(.セッションが終わっている場合_アプリはログイン状態を忘れる(let token)):
            try await membership.forget(token)
            return .last(.ログインしていない場合_アプリはログイン画面を表示)
        }
    }

    package static let english = [
        title: "Name this device",
        "アプリはログイン状態が保存されていないかを調べる": "The application checks whether a session is saved",
        "アプリはサーバに端末の名前を伝える": "The application sends the name of the device to the server",
        "セッションが終わっている場合_アプリはログイン状態を忘れる": "If the session has ended, the application forgets it",
        "アプリは端末に名前が付いたことを表示": "The application shows that the device has the name",
        "ログインしていない場合_アプリはログイン画面を表示": "If nobody is logged in, the application shows the login screen",
    ]
}
