import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let chooses = "アプリはどの練習問題かを調べる"

@MainActor
private func reset(
    _ number: Int?, _ courseFolder: StubCourseFolder = StubCourseFolder()
) async -> (screen: Screen, report: Report) {
    let presenter = Presenter(dependencies: .fixture { $0.courseFolder.adapter = courseFolder })
    let report = await presenter.dispatch(ResetExercise.initial(number: number))
    return (presenter.store.screen, report)
}

private let restores = "アプリは練習問題のファイルを元に戻す"

@MainActor
@Suite(.behaviour) struct `ユースケース【練習問題を元に戻す】` {
    @Test(arguments: ["course/Kept/1", nil])
    func アプリは元に戻したことと写しの場所を示す(copies: String?) async {
        let courseFolder = StubCourseFolder(copies: copies)

        let (screen, report) = await reset(2, courseFolder)

        #expect(screen == .resetExercise(.passedExample, copies: copies))
        #expect(report.sentences == [chooses, restores, "アプリは元に戻したことと写しの場所を示す"])
        #expect(courseFolder.calls.all == ["restore 2"])
    }

    @Test func 練習問題がない場合_アプリはないことを示す() async {
        let (screen, report) = await reset(99)

        #expect(screen == .noSuchExercise(99, last: 2))
        #expect(report.sentences == [chooses, "練習問題がない場合_アプリはないことを示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 講座のフォルダがない場合_アプリは始め方を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noFolder(directory: "course"))

        let (screen, report) = await reset(1, courseFolder)

        #expect(screen == .noCourseFolder("course"))
        #expect(report.sentences == [chooses, "講座のフォルダがない場合_アプリは始め方を示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 教材がない場合_アプリは教材を探した場所を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noMaterial(place: "/usr/bin"))

        let (screen, report) = await reset(1, courseFolder)

        #expect(screen == .noCourseMaterial("/usr/bin"))
        #expect(report.sentences == [chooses, "教材がない場合_アプリは教材を探した場所を示す"])
        #expect(report.exitStatus == .unavailable)
    }
}
