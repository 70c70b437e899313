import CalearningDomain
import CalearningPresentation
import Synchronization
import Usecases
import UsecasesTerminal

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

    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint {
        calls.add("hint \(exercise.number)")
        return hintAnswer
    }

    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise? {
        calls.add("pass \(exercise.number)")
        return following
    }

    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String? {
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

extension Hint {
    static func fixture(step: Int = 1) -> Hint {
        Hint(step: step, text: Sentence(en: "Look at the port.", ja: "ポートを見てください。"))
    }
}
