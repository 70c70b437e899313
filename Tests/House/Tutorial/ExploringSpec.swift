import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport

/// ユースケース【ユーザに挨拶する】. It has a scene that no way reaches.
private enum Greet: Usecase {
    enum Basics: SceneName {
        case アプリはユーザに会ったことがあるかを調べる
    }

    enum Goals: SceneName {
        case 初めて会う場合_アプリは名乗る
        case 会ったことがある場合_アプリは再会を喜ぶ
    }

    static let title = "ユーザに挨拶する"
    static let english = [
        title: "Greet the user",
        "アプリはユーザに会ったことがあるかを調べる": "The application checks whether it has met the user",
        "初めて会う場合_アプリは名乗る": "If they meet for the first time, the application introduces itself",
        "会ったことがある場合_アプリは再会を喜ぶ": "If they have met before, the application is glad to see the user again",
    ]
    static let invocation = Invocation.command("greet")
    static let actors: Set<Actor> = [.user]
    static let initial = Step<Self>.basic(.アプリはユーザに会ったことがあるかを調べる)
    static let beginnings = [initial]

    static func next(
        after scene: Step<Self>, with application: Application
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.アプリはユーザに会ったことがあるかを調べる):
            return if try await application.hasCompletedTutorial {
                .last(.初めて会う場合_アプリは名乗る)
            } else {
                .last(.初めて会う場合_アプリは名乗る)
            }
        }
    }
}

/// The sixth chapter of the tutorial.
@Suite struct 探索の章 {
    private let explorer = CompositionRoot.explorer

    @Test func すべての結果で本物のコードを走らせる() async {
        let exploration = await explorer.explore(CompleteTutorial.self)

        #expect(exploration.ways.count == 4)
        #expect(exploration.scenarios.map(\.name.failure) == [nil, "読み込みに失敗", "内容が壊れています", "書き込みに失敗"])
        #expect(exploration.findings == [])
    }

    @Test func 誰も通らないシーンを見つける() async {
        let exploration = await explorer.explore(Greet.self)

        guard case .unreached(let scene)? = exploration.findings.first else {
            Issue.record("\(exploration.findings)")
            return
        }
        #expect(scene.name == "会ったことがある場合_アプリは再会を喜ぶ")
        #expect(exploration.findings.count == 1)
    }

    @Test func 一つの例だけを試しても気づかない() async throws {
        let scenario = try await Greet.interact(from: Greet.initial, with: .fixture())

        #expect(scenario.goal == .初めて会う場合_アプリは名乗る)
    }
}
