import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let chooses = "アプリはどの練習問題かを調べる"
private let restores = "アプリは練習問題のファイルを元に戻す"

@MainActor
@Suite(.behaviour) struct `ユースケース【練習問題を元に戻す】` {
    @Test(arguments: ["course/Kept/1", nil])
    func アプリは元に戻したことと写しの場所を示す(copies: String?) async {
        let courseFolder = StubCourseFolder(copies: copies)

        let (screen, report) = await run(ResetExercise.initial(number: 2), courseFolder)

        #expect(screen == .resetExercise(.passedExample, copies: copies))
        #expect(report.sentences == [chooses, restores, "アプリは元に戻したことと写しの場所を示す"])
        #expect(courseFolder.calls.all == ["restore 2"])
    }

    @Test(arguments: MissingExercise.all)
    func 練習問題がない場合_アプリは理由を示す(missing: MissingExercise) async {
        await expect(missing, from: ResetExercise.initial(number: 99), after: chooses, reaching: "練習問題がない場合_アプリは理由を示す")
    }
}
