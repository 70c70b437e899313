import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The fifth chapter of the tutorial.
@Suite struct スペックの章 {
    /// CompleteTutorial, whose author forgot to save the record.
    private enum ForgetfulTutorial: Usecase {
        enum Basics: SceneName {
            case アプリはチュートリアル完了の記録を保存する
        }

        enum Goals: SceneName {
            case アプリはログイン画面を表示
        }

        static let title = "チュートリアルを完了する"
        static let actors: Set<Actor> = [.user]
        static let initial = Step<Self>.basic(.アプリはチュートリアル完了の記録を保存する)

        static func next(
            after scene: Step<Self>, with application: Application
        ) async throws(ErrorWrapper) -> Scene<Self> {
            .last(.アプリはログイン画面を表示)
        }
    }

    /// Returns whether the run throws no error, and checks nothing else.
    private func weakCheck<U: Usecase>(_ usecase: U.Type, from scene: Step<U>) async -> Bool {
        do {
            _ = try await U.interact(from: scene, with: .fixture())
            return true
        } catch {
            return false
        }
    }

    /// Checks the stored values afterwards.
    private func strongCheck<U: Usecase>(_ usecase: U.Type, from scene: Step<U>) async throws -> Bool {
        let dataStore = InMemoryDataStore()
        _ = try await U.interact(from: scene, with: .fixture(dataStore: dataStore))
        return try await dataStore.get(DeviceMemory.keys.hasCompletedTutorial) == true
    }

    @Test func 何も投げられないことだけを見る検査は忘れものに気づかない() async throws {
        #expect(await weakCheck(CompleteTutorial.self, from: CompleteTutorial.initial))
        #expect(await weakCheck(ForgetfulTutorial.self, from: ForgetfulTutorial.initial))

        #expect(try await strongCheck(CompleteTutorial.self, from: CompleteTutorial.initial))
        #expect(try await !strongCheck(ForgetfulTutorial.self, from: ForgetfulTutorial.initial))
    }

    @Test func 二秒は時計が進める() async throws {
        let clock = ImmediateClock()

        try await clock.sleep(for: .seconds(2))

        #expect(clock.uptime == .seconds(2))
    }
}
