import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let looks = "アプリは練習問題の進み具合を調べる"

@MainActor
private func list(_ lessons: Lessons) async -> (screen: Screen, report: Report) {
    let presenter = Presenter(
        dependencies: .fixture { $0.courseFolder.adapter = StubCourseFolder(lessonsAnswer: lessons) })
    let report = await presenter.dispatch(ListExercises.initial)
    return (presenter.store.screen, report)
}

@MainActor
@Suite(.behaviour) struct `ユースケース【練習問題の一覧を見る】` {
    @Test func アプリは練習問題の一覧を表示() async {
        let (screen, report) = await list(.example)

        #expect(screen == .exercises([.example, .passedExample]))
        #expect(report.sentences == [looks, "アプリは練習問題の一覧を表示"])
    }

    @Test func 講座のフォルダがない場合_アプリは始め方を示す() async {
        let (screen, report) = await list(.noFolder(directory: "course"))

        #expect(screen == .noCourseFolder("course"))
        #expect(report.sentences == [looks, "講座のフォルダがない場合_アプリは始め方を示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 教材がない場合_アプリは教材を探した場所を示す() async {
        let (screen, report) = await list(.noMaterial(place: "/usr/bin"))

        #expect(screen == .noCourseMaterial("/usr/bin"))
        #expect(report.sentences == [looks, "教材がない場合_アプリは教材を探した場所を示す"])
        #expect(report.exitStatus == .unavailable)
    }
}
