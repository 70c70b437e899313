import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let chooses = "アプリはどの練習問題かを調べる"
private let builds = "アプリは書かれたものをビルドする"
private let compares = "アプリは求められたことと比べる"
private let records = "アプリは解けたことを記録する"

@MainActor
@Suite(.behaviour) struct `ユースケース【練習問題を確かめる】` {
    @Test(arguments: [Exercise.passedExample, nil])
    func 求められたとおりの場合_アプリは解けたことと次の練習問題を示す(following: Exercise?) async {
        let courseFolder = StubCourseFolder(following: following)

        let (screen, report) = await run(CheckExercise.initial(number: nil), courseFolder)

        #expect(screen == .passed(.example, following: following))
        #expect(report.sentences == [chooses, builds, compares, records, "アプリは解けたことと次の練習問題を示す"])
        #expect(report.exitStatus == .success)
        #expect(courseFolder.calls.all == ["pass 1"])
    }

    @Test func 求められたことと違う場合_アプリは違いを示し_何も記録しない() async {
        let courseFolder = StubCourseFolder()
        let differences = [Difference.noUsecase(name: "Greet")]

        let (screen, report) = await run(
            CheckExercise.initial(number: 2), courseFolder, StubCourseChecker(differences: differences))

        #expect(screen == .notPassed(.passedExample, differences))
        #expect(report.sentences == [chooses, builds, compares, "求められたことと違う場合_アプリは違いを示す"])
        #expect(report.exitStatus == .differs)
        #expect(courseFolder.calls.all == [])
    }

    @Test func ビルドできない場合_アプリはコンパイラの指摘を示す() async {
        let (screen, report) = await built(.flawed(["Greet.swift:1:1: error: …"]))

        #expect(screen == .notBuilt(.example, ["Greet.swift:1:1: error: …"]))
        #expect(report.sentences == [chooses, builds, "ビルドできない場合_アプリはコンパイラの指摘を示す"])
        #expect(report.exitStatus == .differs)
    }

    @Test func ビルドが終わらない場合_アプリは待った時間を示す() async {
        let (screen, report) = await built(.timedOut(seconds: 900))

        #expect(screen == .endlessBuild(seconds: 900))
        #expect(report.sentences == [chooses, builds, "ビルドが終わらない場合_アプリは待った時間を示す"])
        #expect(report.exitStatus == .unavailable)
    }

    @Test func Swiftがない場合_アプリはインストールを勧める() async {
        let (screen, report) = await built(.noToolchain)

        #expect(screen == .noSwift)
        #expect(report.sentences == [chooses, builds, "Swiftがない場合_アプリはインストールを勧める"])
        #expect(report.exitStatus == .unavailable)
    }

    @Test(arguments: MissingExercise.all)
    func 練習問題がない場合_アプリは理由を示す(missing: MissingExercise) async {
        await expect(missing, from: CheckExercise.initial(number: 99), after: chooses, reaching: "練習問題がない場合_アプリは理由を示す")
    }

    private func built(_ outcome: BuildOutcome) async -> (screen: Screen, report: Report) {
        await run(CheckExercise.initial(number: 1), StubCourseFolder(), StubCourseChecker(outcome: outcome))
    }
}
