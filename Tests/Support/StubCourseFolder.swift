import CalearningDomain
import CalearningPresentation
import Synchronization
import Usecases
import UsecasesTerminal

/// A folder of the course with prepared answers.
struct StubCourseFolder: CourseFolder {
    var opened: Result<OpenedCourse, ErrorWrapper> = .success(.made(directory: "course", first: .example))
    var lessonsAnswer: Result<Lessons, ErrorWrapper> = .success(.example)
    var hintAnswer: Result<Hint, ErrorWrapper> = .success(.fixture())
    var following: Result<Exercise?, ErrorWrapper> = .success(.passedExample)
    var copies: Result<String?, ErrorWrapper> = .success("course/Kept/1")
    var files: Result<[SolvedFile], ErrorWrapper> = .success([SolvedFile(path: "Greet.swift", text: "enum Greet {}")])
    /// The calls with side effects, in order.
    let calls = Calls()

    final class Calls: Sendable {
        private let state = Mutex<[String]>([])

        var all: [String] { state.withLock { $0 } }

        func add(_ call: String) { state.withLock { $0.append(call) } }
    }

    func open() async throws(ErrorWrapper) -> OpenedCourse { try opened.get() }

    func lessons() async throws(ErrorWrapper) -> Lessons { try lessonsAnswer.get() }

    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint {
        calls.add("hint \(exercise.number)")
        return try hintAnswer.get()
    }

    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise? {
        calls.add("pass \(exercise.number)")
        return try following.get()
    }

    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String? {
        calls.add("restore \(exercise.number)")
        return try copies.get()
    }

    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile] { try files.get() }
}

/// A checker with prepared answers.
struct StubCourseChecker: CourseChecker {
    var outcome: Result<BuildOutcome, ErrorWrapper> = .success(.built)
    var differences: Result<[Difference], ErrorWrapper> = .success([])

    func build() async throws(ErrorWrapper) -> BuildOutcome { try outcome.get() }

    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference] { try differences.get() }

    func waitForChange() {}
}

extension Hint {
    static func fixture(step: Int = 1) -> Hint {
        Hint(step: step, text: Sentence(en: "Look at the port.", ja: "ポートを見てください。"))
    }
}
