import Synchronization
import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

/// A folder of the course with prepared answers.
struct StubCourseFolder: CourseFolder {
    var opened: OpenedCourse = .made(directory: "course", first: .example)
    var lessonsAnswer: Lessons = .example
    var hintAnswer: Hint = .fixture()
    var following: Exercise? = .passedExample
    var copies: String? = "course/Kept/1"
    var files: [SolvedFile] = [SolvedFile(path: "Greet.swift", text: "enum Greet {}")]
    /// The calls with side effects, in order.
    let calls = Calls()

    final class Calls: Sendable {
        private let state = Mutex<[String]>([])

        var all: [String] { state.withLock { $0 } }

        func add(_ call: String) { state.withLock { $0.append(call) } }
    }

    func open() -> OpenedCourse { opened }

    func lessons() -> Lessons { lessonsAnswer }

    func hint(for exercise: Exercise) -> Hint {
        calls.add("hint \(exercise.number)")
        return hintAnswer
    }

    func recordPass(of exercise: Exercise) -> Exercise? {
        calls.add("pass \(exercise.number)")
        return following
    }

    func restore(_ exercise: Exercise) -> String? {
        calls.add("restore \(exercise.number)")
        return copies
    }

    func solution(of exercise: Exercise) -> [SolvedFile] { files }
}

/// A checker with prepared answers.
struct StubCourseChecker: CourseChecker {
    var outcome: BuildOutcome = .built
    var differences: [Difference] = []

    func build() -> BuildOutcome { outcome }

    func compare(_ exercise: Exercise) -> [Difference] { differences }

    func waitForChange() {}
}

/// A maker of applications that writes nothing.
struct StubApplicationMaker: ApplicationMaker {
    var isFree = true
    var addition = PartAddition.noApplication

    func isFree(_ directory: String) -> Bool { isFree }

    func make(_ order: ApplicationOrder) -> MadeApplication {
        MadeApplication(name: order.name, directory: order.directory, files: 400)
    }

    func add(_ part: ApplicationPart, to directory: String) -> PartAddition { addition }
}

/// Runs the use case with these adapters. Returns the screen that it shows, and the report.
@MainActor
func run<U: Usecase>(
    _ beginning: Step<U>, _ courseFolder: StubCourseFolder = StubCourseFolder(),
    _ courseChecker: StubCourseChecker = StubCourseChecker(), _ maker: StubApplicationMaker = StubApplicationMaker()
) async -> (screen: Screen, report: Report) {
    let presenter = ScreenPresenter(
        dependencies: .testing {
            $0.courseFolder.adapter = courseFolder
            $0.courseChecker.adapter = courseChecker
            $0.applicationMaker.adapter = maker
        })
    let report = await presenter.dispatch(beginning)
    return (presenter.screen, report)
}

/// Expects that the use case shows the reason after its first scene.
@MainActor
func expect<U: Usecase>(
    _ missing: MissingExercise, from beginning: Step<U>, after scene: String, reaching goal: String,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    let (screen, report) = await run(beginning, StubCourseFolder(lessonsAnswer: missing.lessons))

    #expect(screen == .refusal(missing.refusal), sourceLocation: sourceLocation)
    #expect(report.sentences == [scene, goal], sourceLocation: sourceLocation)
    #expect(report.exitStatus == missing.exitStatus, sourceLocation: sourceLocation)
}

/// The reason why exercise 99 does not exist, and the answer of the folder that leads to it.
struct MissingExercise: Sendable {
    let lessons: Lessons
    let refusal: CourseRefusal
    let exitStatus: UsecasesTerminal.ExitStatus

    static let all = [
        MissingExercise(lessons: .example, refusal: .noSuchExercise(99, last: 2), exitStatus: .wrongUsage),
        MissingExercise(
            lessons: .refused(.noFolder("course")), refusal: .noFolder("course"), exitStatus: .wrongUsage),
        MissingExercise(
            lessons: .refused(.noMaterial("/usr/bin")), refusal: .noMaterial("/usr/bin"), exitStatus: .unavailable),
    ]
}

extension Hint {
    static func fixture(step: Int = 1) -> Hint {
        Hint(step: step, text: Sentence(en: "Look at the port.", ja: "ポートを見てください。"))
    }
}
