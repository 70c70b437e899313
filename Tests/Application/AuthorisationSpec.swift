import CalearningApplication
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTesting

@testable import CalearningTestSupport

/// A tap that records whether any port was called.
private actor LeftoverTap: Tap, RunTap {
    private(set) var calls: [PortCallName] = []
    private(set) var scenes: [String] = []

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func enter(_ scene: TappedScene) { scenes.append(scene.name) }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        calls.append(operation.call)
        return try await performing()
    }

    nonisolated func answer<Value>(_ operation: PortOperation<Value>, performing: () -> Value) -> Value {
        performing()
    }
}

@Suite struct アクターの認可 {
    @Test(arguments: Catalogue.usecases, Actor.allCases)
    func 許されていないアクターは最初のシーンの前に断られる(usecase: any Usecase.Type, actor: Actor) async throws {
        func check<U: Usecase>(_ usecase: U.Type) async throws {
            for beginning in U.beginnings {
                let tap = LeftoverTap()
                var dependencies = Dependencies.fixture()
                dependencies.taps = [tap]
                let error: ErrorWrapper?
                do throws(UnfinishedScenario<U>) {
                    _ = try await U.interact(from: beginning, as: actor, with: dependencies)
                    error = nil
                } catch let unfinished {
                    error = unfinished.error
                }

                if U.actors.contains(actor) {
                    #expect(error?.name != "実行を許可されていません")
                    #expect(await tap.scenes != [])
                } else {
                    #expect(error?.name == "実行を許可されていません")
                    await expect(tap.scenes, equals: [])
                    await expect(tap.calls, equals: [])
                }
            }
        }

        try await check(usecase)
    }

    @Test func 誰かは必ず実行できる() {
        for usecase in Catalogue.usecases {
            #expect(!UsecaseDescription(usecase).actors.isEmpty)
        }
    }
}
