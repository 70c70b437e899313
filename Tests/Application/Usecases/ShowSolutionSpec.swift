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
private func solution(
    _ number: Int?, _ courseFolder: StubCourseFolder = StubCourseFolder()
) async -> (screen: Screen, report: Report) {
    let presenter = Presenter(dependencies: .fixture { $0.courseFolder.adapter = courseFolder })
    let report = await presenter.dispatch(ShowSolution.initial(number: number))
    return (presenter.store.screen, report)
}

private let reads = "アプリは解答を読む"

@MainActor
@Suite(.behaviour) struct `ユースケース【解答を見る】` {
    @Test func 解けた場合_アプリは解答を表示() async {
        let (screen, report) = await solution(2)

        #expect(screen == .solution(of: .passedExample, [SolvedFile(path: "Greet.swift", text: "enum Greet {}")]))
        #expect(report.sentences == [chooses, reads, "アプリは解答を表示"])
        #expect(report.exitStatus == .success)
    }

    @Test func まだ解けていない場合_アプリは解答を見せない() async {
        let (screen, report) = await solution(1)

        #expect(screen == .unsolved(.example))
        #expect(report.sentences == [chooses, "まだ解けていない場合_アプリは解答を見せない"])
        #expect(report.exitStatus == .notAllowed)
    }

    @Test func 練習問題がない場合_アプリはないことを示す() async {
        let (screen, report) = await solution(99)

        #expect(screen == .noSuchExercise(99, last: 2))
        #expect(report.sentences == [chooses, "練習問題がない場合_アプリはないことを示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 講座のフォルダがない場合_アプリは始め方を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noFolder(directory: "course"))

        let (screen, report) = await solution(1, courseFolder)

        #expect(screen == .noCourseFolder("course"))
        #expect(report.sentences == [chooses, "講座のフォルダがない場合_アプリは始め方を示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 教材がない場合_アプリは教材を探した場所を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noMaterial(place: "/usr/bin"))

        let (screen, report) = await solution(1, courseFolder)

        #expect(screen == .noCourseMaterial("/usr/bin"))
        #expect(report.sentences == [chooses, "教材がない場合_アプリは教材を探した場所を示す"])
        #expect(report.exitStatus == .unavailable)
    }
}
