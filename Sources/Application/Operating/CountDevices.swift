package import CalearningDomain
package import UsecasesEngine

/// ユースケース【デバイスを数える】
package enum CountDevices: Usecase {
    package enum Basics: SceneName {
        case アプリは発行したUDIDを数える
    }

    package enum Goals: SceneName {
        case アプリはデバイスの数を表示(count: DeviceCount)
    }

    package static let title = "デバイスを数える"
    package static let invocation = Invocation.command("operate devices")
    package static let actors: Set<Actor> = [.operator]
    package static let initial = Step<Self>.basic(.アプリは発行したUDIDを数える)

    package static let beginnings: [Step<Self>] = [initial]

    package static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリは発行したUDIDを数える):
            .last(.アプリはデバイスの数を表示(count: try await dependencies.administration.countDevices(at: dependencies.clock.now)))
        }
    }

    package static let english = [
        title: "Count the devices",
        "アプリは発行したUDIDを数える": "The application counts the UDIDs that were issued",
        "アプリはデバイスの数を表示": "The application shows the number of devices",
    ]
}
