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
private func check(
    _ number: Int?, _ courseFolder: StubCourseFolder = StubCourseFolder(),
    _ courseChecker: StubCourseChecker = StubCourseChecker()
) async -> (screen: Screen, report: Report) {
    let dependencies = Dependencies.fixture {
        $0.courseFolder.adapter = courseFolder
        $0.courseChecker.adapter = courseChecker
    }
    let presenter = Presenter(dependencies: dependencies)
    let report = await presenter.dispatch(CheckExercise.initial(number: number))
    return (presenter.store.screen, report)
}

private let builds = "アプリは書かれたものをビルドする"
private let compares = "アプリは求められたことと比べる"
private let records = "アプリは解けたことを記録する"

@MainActor
@Suite(.behaviour) struct `ユースケース【練習問題を確かめる】` {
    @Test(arguments: [Exercise.passedExample, nil])
    func 求められたとおりの場合_アプリは解けたことと次の練習問題を示す(following: Exercise?) async {
        let courseFolder = StubCourseFolder(following: following)

        let (screen, report) = await check(nil, courseFolder)

        #expect(screen == .passed(.example, following: following))
        #expect(report.sentences == [chooses, builds, compares, records, "アプリは解けたことと次の練習問題を示す"])
        #expect(report.exitStatus == .success)
        #expect(courseFolder.calls.all == ["pass 1"])
    }

    @Test func 求められたことと違う場合_アプリは違いを示し_何も記録しない() async {
        let courseFolder = StubCourseFolder()
        let differences = [Difference.noUsecase(name: "Greet")]

        let (screen, report) = await check(2, courseFolder, StubCourseChecker(differences: differences))

        #expect(screen == .notPassed(.passedExample, differences))
        #expect(report.sentences == [chooses, builds, compares, "求められたことと違う場合_アプリは違いを示す"])
        #expect(report.exitStatus == .differs)
        #expect(courseFolder.calls.all == [])
    }

    @Test func ビルドできない場合_アプリはコンパイラの指摘を示す() async {
        let courseChecker = StubCourseChecker(outcome: .flawed(["Greet.swift:1:1: error: …"]))

        let (screen, report) = await check(1, StubCourseFolder(), courseChecker)

        #expect(screen == .notBuilt(.example, ["Greet.swift:1:1: error: …"]))
        #expect(report.sentences == [chooses, builds, "ビルドできない場合_アプリはコンパイラの指摘を示す"])
        #expect(report.exitStatus == .differs)
    }

    @Test func ビルドが終わらない場合_アプリは待った時間を示す() async {
        let (screen, report) = await check(
            1, StubCourseFolder(), StubCourseChecker(outcome: .timedOut(seconds: 900)))

        #expect(screen == .endlessBuild(seconds: 900))
        #expect(report.sentences == [chooses, builds, "ビルドが終わらない場合_アプリは待った時間を示す"])
        #expect(report.exitStatus == .unavailable)
    }

    @Test func Swiftがない場合_アプリはインストールを勧める() async {
        let (screen, report) = await check(1, StubCourseFolder(), StubCourseChecker(outcome: .noToolchain))

        #expect(screen == .noSwift)
        #expect(report.sentences == [chooses, builds, "Swiftがない場合_アプリはインストールを勧める"])
        #expect(report.exitStatus == .unavailable)
    }

    @Test func 練習問題がない場合_アプリはないことを示す() async {
        let (screen, report) = await check(99)

        #expect(screen == .noSuchExercise(99, last: 2))
        #expect(report.sentences == [chooses, "練習問題がない場合_アプリはないことを示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 講座のフォルダがない場合_アプリは始め方を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noFolder(directory: "course"))

        let (screen, report) = await check(1, courseFolder)

        #expect(screen == .noCourseFolder("course"))
        #expect(report.sentences == [chooses, "講座のフォルダがない場合_アプリは始め方を示す"])
        #expect(report.exitStatus == .wrongUsage)
    }

    @Test func 教材がない場合_アプリは教材を探した場所を示す() async {
        let courseFolder = StubCourseFolder(lessonsAnswer: .noMaterial(place: "/usr/bin"))

        let (screen, report) = await check(1, courseFolder)

        #expect(screen == .noCourseMaterial("/usr/bin"))
        #expect(report.sentences == [chooses, "教材がない場合_アプリは教材を探した場所を示す"])
        #expect(report.exitStatus == .unavailable)
    }
}
