import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let prepares = "アプリは講座のフォルダを用意する"

@MainActor
private func start(_ opened: OpenedCourse) async -> (screen: Screen, report: Report) {
    let presenter = Presenter(dependencies: .fixture { $0.courseFolder.adapter = StubCourseFolder(opened: opened) })
    let report = await presenter.dispatch(StartCourse.initial)
    return (presenter.store.screen, report)
}

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

    @Test(arguments: FolderFlaw.allCases)
    func フォルダを作れない場合_アプリは理由を示す(flaw: FolderFlaw) async {
        let (screen, report) = await start(.refused(directory: "/", flaw))

        #expect(screen == .refusedFolder("/", flaw))
        #expect(report.sentences == [prepares, "フォルダを作れない場合_アプリは理由を示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 教材がない場合_アプリは教材を探した場所を示す() async {
        let (screen, report) = await start(.noMaterial(place: "/usr/bin"))

        #expect(screen == .noCourseMaterial("/usr/bin"))
        #expect(report.sentences == [prepares, "教材がない場合_アプリは教材を探した場所を示す"])
        #expect(report.exitStatus == .unavailable)
    }
}
