import CalearningApplication
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The first chapter of the tutorial.
@Suite struct ユースケースの章 {
    @Test func 実行すると通ったシーンが残る() async throws {
        let scenario = try await Boot.interact(from: Boot.initial, with: .fixture())

        #expect(
            scenario.sentences == [
                "アプリはサーバで発行したUDIDが保存されていないかを調べる",
                "UDIDがない場合_アプリはUDIDを取得する",
                "アプリはユーザがチュートリアルを完了した記録がないかを調べる",
                "チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示",
            ])
        #expect(scenario.goal == .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
    }

    @Test func 途中で失敗してもそこまでのシーンは残る() async throws {
        let backend = StubBackend(.failure(.service(error: .client(.networkUnreachable))))

        let unfinished = await #expect(throws: UnfinishedScenario<Boot>.self) {
            try await Boot.interact(from: Boot.initial, with: .fixture(backend: backend))
        }

        #expect(unfinished?.scenes.last == .alternate(.UDIDがない場合_アプリはUDIDを取得する))
        #expect(unfinished?.error.name == "ネットワーク接続不可")
    }

    /// Scenes that may all be the last one.
    private enum LooseBoot {
        case looksForUDID, obtainsUDID, looksForRecord, showsTutorial

        func next(udid: String?) -> LooseBoot? {
            switch self {
            case .looksForUDID: udid == nil ? .obtainsUDID : .looksForRecord
            case .looksForRecord: .showsTutorial
            default: nil
            }
        }
    }

    @Test func どのシーンでも終われるとゴールのない実行ができる() {
        var scenes = [LooseBoot.looksForUDID]
        while let scene = scenes.last?.next(udid: nil) { scenes.append(scene) }

        #expect(scenes == [.looksForUDID, .obtainsUDID])
    }

    @Test(.enabled(if: isLinux && !hasService, "knows where the modules of the default build are on Linux"))
    func ゴールを一つ忘れた画面はコンパイルできない() async throws {
        let errors = try await Compiler.errors(
            in: """
                import CalearningApplication
                func view(of goal: Boot.Goals) -> String {
                    switch goal {
                    case .チュートリアル完了の記録がある場合_アプリはログイン画面を表示: "login"
                    }
                }
                """)

        #expect(errors == ["switch must be exhaustive"])
    }
}
