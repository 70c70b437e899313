import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let chooses = "アプリはどの練習問題かを調べる"

@MainActor
@Suite(.behaviour) struct `ユースケース【解答を見る】` {
    @Test func 解けた場合_アプリは解答を表示() async {
        let (screen, report) = await run(ShowSolution.initial(number: 2))

        #expect(screen == .solution(of: .passedExample, [SolvedFile(path: "Greet.swift", text: "enum Greet {}")]))
        #expect(report.sentences == [chooses, "アプリは解答を読む", "アプリは解答を表示"])
        #expect(report.exitStatus == .success)
    }

    @Test func まだ解けていない場合_アプリは解答を見せない() async {
        let (screen, report) = await run(ShowSolution.initial(number: 1))

        #expect(screen == .unsolved(.example))
        #expect(report.sentences == [chooses, "まだ解けていない場合_アプリは解答を見せない"])
        #expect(report.exitStatus == .notAllowed)
    }

    @Test(arguments: MissingExercise.all)
    func 練習問題がない場合_アプリは理由を示す(missing: MissingExercise) async {
        await expect(missing, from: ShowSolution.initial(number: 99), after: chooses, reaching: "練習問題がない場合_アプリは理由を示す")
    }
}
