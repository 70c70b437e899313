import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let chooses = "アプリはどの練習問題かを調べる"
private let selects = "アプリはヒントを選ぶ"

@MainActor
@Suite(.behaviour) struct `ユースケース【ヒントを見る】` {
    @Test(arguments: [(nil, Exercise.example), (2, .passedExample)])
    func アプリは番号の_またはまだ解けていない最初の練習問題のヒントを表示(number: Int?, exercise: Exercise) async {
        let courseFolder = StubCourseFolder(hintAnswer: .fixture(step: exercise.number))

        let (screen, report) = await run(ShowHint.initial(number: number), courseFolder)

        #expect(screen == .hint(.fixture(step: exercise.number), for: exercise))
        #expect(report.sentences == [chooses, selects, "アプリはヒントを表示"])
        #expect(courseFolder.calls.all == ["hint \(exercise.number)"])
    }

    @Test(arguments: MissingExercise.all)
    func 練習問題がない場合_アプリは理由を示す(missing: MissingExercise) async {
        await expect(missing, from: ShowHint.initial(number: 99), after: chooses, reaching: "練習問題がない場合_アプリは理由を示す")
    }
}
