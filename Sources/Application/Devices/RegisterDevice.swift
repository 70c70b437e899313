package import CalearningDomain
package import UsecasesEngine

/// ユースケース【端末を登録する】, on the server's side.
package enum RegisterDevice: Usecase {
    package enum Basics: SceneName {
        case サーバはUDIDを発行して冪等キーのもとに記録する(kind: DeviceKind, key: InstallationKey?)
    }

    package enum Goals: SceneName {
        case 記録した場合_サーバは新しいUDIDを返す(udid: UDID)
        case 発行済みの場合_サーバは同じUDIDを返す(udid: UDID)
        case 冪等キーが別の内容で使われている場合_サーバは拒否する
    }

    package static let title = "端末を登録する"
    package static let invocation = Invocation.request("POST /udids")
    package static let actors: Set<Actor> = [.application]

    /// Returns the first scene. Without a key, each request registers a separate device.
    package static func initial(kind: DeviceKind, key: InstallationKey?) -> Step<Self> {
        .basic(.サーバはUDIDを発行して冪等キーのもとに記録する(kind: kind, key: key))
    }

    package static let beginnings: [Step<Self>] = [
        initial(kind: .terminal, key: nil), initial(kind: .terminal, key: .example),
    ]

    package static func next(
        after scene: Step<Self>, with registrar: Registrar
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバはUDIDを発行して冪等キーのもとに記録する(let kind, let key)):
            return switch try await registrar.register(kind, under: key) {
            case .issued(let udid): .last(.記録した場合_サーバは新しいUDIDを返す(udid: udid))
            case .known(let udid): .last(.発行済みの場合_サーバは同じUDIDを返す(udid: udid))
            case .keyReused: .last(.冪等キーが別の内容で使われている場合_サーバは拒否する)
            }
        }
    }

    package static let english = [
        title: "Register a device",
        "サーバはUDIDを発行して冪等キーのもとに記録する":
            "The server issues a UDID and records it under the idempotency key",
        "記録した場合_サーバは新しいUDIDを返す": "If it was recorded, the server returns the new UDID",
        "発行済みの場合_サーバは同じUDIDを返す": "If one was issued before, the server returns the same UDID",
        "冪等キーが別の内容で使われている場合_サーバは拒否する": "If the idempotency key was used for something else, the server refuses",
    ]
}
