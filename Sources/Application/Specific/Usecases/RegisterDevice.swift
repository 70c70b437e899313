package import Domain

/// ユースケース【端末を登録する】, on the server's side.
package enum RegisterDevice: Usecase {
    package enum Basics: SceneName {
        case サーバは冪等キーで発行済みのUDIDを探す(kind: DeviceKind, key: InstallationKey?)
    }

    package enum Alternatives: SceneName {
        case 発行済みのUDIDがない場合_サーバはUDIDを発行して記録する(kind: DeviceKind, key: InstallationKey?)
    }

    package enum Goals: SceneName {
        case 記録した場合_サーバは新しいUDIDを返す(udid: UDID)
        case 発行済みの場合_サーバは同じUDIDを返す(udid: UDID)
        case 冪等キーが別の内容で使われている場合_サーバは拒否する
    }

    package static let title = "端末を登録する"
    package static let invocation = Invocation.request("POST /udids")
    package static let actors: Set<Actor> = [.application]

    /// Without a key, each request registers a separate device.
    package static func initial(kind: DeviceKind, key: InstallationKey?) -> Step<Self> {
        .basic(.サーバは冪等キーで発行済みのUDIDを探す(kind: kind, key: key))
    }

    package static let beginnings: [Step<Self>] = [
        initial(kind: .terminal, key: nil), initial(kind: .terminal, key: .example),
    ]

    package static func next(
        after scene: Step<Self>, with registrar: Registrar
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.サーバは冪等キーで発行済みのUDIDを探す(let kind, let key)):
            guard let known = try await registrar.find(kind, under: key) else {
                return .alternate(.発行済みのUDIDがない場合_サーバはUDIDを発行して記録する(kind: kind, key: key))
            }
            return .last(goal(for: known))
        case .alternate(.発行済みのUDIDがない場合_サーバはUDIDを発行して記録する(let kind, let key)):
            return .last(goal(for: try await registrar.issue(kind, under: key)))
        }
    }

    private static func goal(for outcome: Registrar.Outcome) -> Goals {
        switch outcome {
        case .issued(let udid): .記録した場合_サーバは新しいUDIDを返す(udid: udid)
        case .known(let udid): .発行済みの場合_サーバは同じUDIDを返す(udid: udid)
        case .keyReused: .冪等キーが別の内容で使われている場合_サーバは拒否する
        }
    }
}

extension RegisterDevice {
    package static let english = [
        title: "Register a device",
        "サーバは冪等キーで発行済みのUDIDを探す": "The server looks for a UDID that was issued for the idempotency key",
        "発行済みのUDIDがない場合_サーバはUDIDを発行して記録する": "If none was issued, the server issues one and records it",
        "記録した場合_サーバは新しいUDIDを返す": "If it was recorded, the server returns the new UDID",
        "発行済みの場合_サーバは同じUDIDを返す": "If one was issued before, the server returns the same UDID",
        "冪等キーが別の内容で使われている場合_サーバは拒否する": "If the idempotency key was used for something else, the server refuses",
    ]
}
