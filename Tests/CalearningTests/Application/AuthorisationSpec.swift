import Application
import Domain
import Infrastructure
import Presentation
import Testing

/// Records whether any port was called.
private actor Witness: Tap, RunTap {
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
    func 許されていないアクターは最初のシーンの前に断られる(entry: any Catalogued, actor: Actor) async throws {
        func check<E: Catalogued>(_ entry: E) async throws {
            for beginning in entry.beginnings {
                let witness = Witness()
                var dependencies = Dependencies.fixture()
                dependencies.taps = [witness]
                let error: ErrorWrapper?
                do throws(UnfinishedScenario<E.U>) {
                    _ = try await E.U.interact(from: beginning, as: actor, with: dependencies)
                    error = nil
                } catch let unfinished {
                    error = unfinished.error
                }

                if E.U.actors.contains(actor) {
                    #expect(error?.name != "実行を許可されていません")
                    #expect(await witness.scenes != [])
                } else {
                    #expect(error?.name == "実行を許可されていません")
                    await expect(witness.scenes, equals: [])
                    await expect(witness.calls, equals: [])
                }
            }
        }

        try await check(entry)
    }

    @Test func 誰かは必ず実行できる() {
        for entry in Catalogue.usecases {
            #expect(!UsecaseDescription(entry).actors.isEmpty)
        }
    }

    @MainActor
    @Test(arguments: Catalogue.usecases)
    func 端末からも同じく断られる(entry: any Catalogued) async throws {
        func check<E: Catalogued>(_ entry: E) async {
            for actor in Actor.allCases where !E.U.actors.contains(actor) {
                let presenter = Presenter(dependencies: .fixture(), splash: .zero, actor: actor)
                for beginning in entry.beginnings {
                    let report = await presenter.dispatch(beginning)

                    #expect(report.exitStatus == .notAllowed)
                    #expect(report.scenes.isEmpty)
                }
            }
        }

        await check(entry)
    }
}
