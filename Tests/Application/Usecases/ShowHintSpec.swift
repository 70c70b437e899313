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
private func hint(
    _ number: Int?, _ courseFolder: StubCourseFolder = StubCourseFolder()
) async -> (screen: Screen, report: Report) {
    let presenter = Presenter(dependencies: .fixture { $0.courseFolder.adapter = courseFolder })
    let report = await presenter.dispatch(ShowHint.initial(number: number))
    return (presenter.store.screen, report)
}

private let selects = "アプリはヒントを選ぶ"

@MainActor
@Suite(.behaviour) struct `ユースケース【ヒントを見る】` {
    @Test func アプリはまだ解けていない最初の練習問題のヒントを表示() async {
        let courseFolder = StubCourseFolder()

        let (screen, report) = await hint(nil, courseFolder)

        #expect(screen == .hint(.fixture(), for: .example))
        #expect(report.sentences == [chooses, selects, "アプリはヒントを表示"])
        #expect(courseFolder.calls.all == ["hint 1"])
    }

    @Test func 練習問題がない場合_アプリはないことを示す() async {
        let (screen, report) = await hint(99)

        #expect(screen == .noSuchExercise(99, last: 2))
        #expect(report.sentences == [chooses, "練習問題がない場合_アプリはないことを示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 講座のフォルダがない場合_アプリは始め方を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noFolder(directory: "course"))

        let (screen, report) = await hint(1, courseFolder)

        #expect(screen == .noCourseFolder("course"))
        #expect(report.sentences == [chooses, "講座のフォルダがない場合_アプリは始め方を示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 教材がない場合_アプリは教材を探した場所を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noMaterial(place: "/usr/bin"))

        let (screen, report) = await hint(1, courseFolder)

        #expect(screen == .noCourseMaterial("/usr/bin"))
        #expect(report.sentences == [chooses, "教材がない場合_アプリは教材を探した場所を示す"])
        #expect(report.exitStatus == .unavailable)
    }
}

@MainActor
@Suite struct `ユースケース【ヒントを見る】の約束` {
    @Test func アプリは番号の練習問題のヒントを表示() async {
        let (screen, _) = await hint(2, StubCourseFolder(hintAnswer: .fixture(step: 2)))

        #expect(screen == .hint(.fixture(step: 2), for: .passedExample))
    }
}
