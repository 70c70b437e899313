import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let looks = "アプリは練習問題の進み具合を調べる"

@MainActor
@Suite(.behaviour) struct `ユースケース【練習問題の一覧を見る】` {
    @Test func アプリは練習問題の一覧を表示() async {
        let (screen, report) = await run(ListExercises.initial)

        #expect(screen == .exercises([.example, .passedExample]))
        #expect(report.sentences == [looks, "アプリは練習問題の一覧を表示"])
    }

    @Test(arguments: MissingExercise.all.dropFirst())
    func 講座がない場合_アプリは理由を示す(missing: MissingExercise) async {
        await expect(missing, from: ListExercises.initial, after: looks, reaching: "講座がない場合_アプリは理由を示す")
    }
}
