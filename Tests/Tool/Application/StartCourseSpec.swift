import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let prepares = "アプリは講座のフォルダを用意する"

@MainActor
@Suite(.behaviour) struct `ユースケース【講座を始める】` {
    @Test func フォルダを作れた場合_アプリは最初の練習問題を示す() async {
        let (screen, report) = await start(.made(directory: "course", first: .example))

        #expect(screen == .startedCourse(in: "course", at: .example))
        #expect(report.sentences == [prepares, "アプリは最初の練習問題を示す"])
        #expect(report.exitStatus == .success)
    }

    @Test func 講座のフォルダがすでにある場合_アプリは続きを示す() async {
        let (screen, report) = await start(.continued(directory: "course", next: .passedExample))

        #expect(screen == .continuedCourse(in: "course", at: .passedExample))
        #expect(report.sentences == [prepares, "講座のフォルダがすでにある場合_アプリは続きを示す"])
        #expect(report.exitStatus == .success)
    }

    @Test(arguments: [
        (CourseRefusal.occupied("/"), UsecasesTerminal.ExitStatus.wrongUsage), (.unusable("/"), .wrongUsage),
        (.noMaterial("/usr/bin"), .unavailable),
    ])
    func フォルダを用意できない場合_アプリは理由を示す(refusal: CourseRefusal, exitStatus: UsecasesTerminal.ExitStatus) async {
        let (screen, report) = await start(.refused(refusal))

        #expect(screen == .refusal(refusal))
        #expect(report.sentences == [prepares, "フォルダを用意できない場合_アプリは理由を示す"])
        #expect(report.exitStatus == exitStatus)
    }

    private func start(_ opened: OpenedCourse) async -> (screen: Screen, report: Report) {
        await run(StartCourse.initial, StubCourseFolder(opened: opened))
    }
}
