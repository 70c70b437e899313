import UsecasesEngine

/// The folder of the course, with the user's application, the exercises and the progress.
///
/// Each operation throws `unreadable`, `unwritable` or `damaged`, naming the file.
protocol CourseFolder: Sendable {
    /// Creates the folder. Never changes an existing folder.
    func open() async throws(ErrorWrapper) -> OpenedCourse
    func lessons() async throws(ErrorWrapper) -> Lessons
    /// Returns the first hint on the first call, and the second hint on later calls.
    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint
    /// Records the pass. Returns the next exercise that is not passed, or `nil` if all are passed.
    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise?
    /// Restores the files of the exercise. Returns the folder with copies of the changed files, or `nil` if no file had
    /// changed.
    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String?
    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile]
}

extension Port: CourseFolder where Adapter == any CourseFolder {
    func open() async throws(ErrorWrapper) -> OpenedCourse {
        let directory = "course"
        return try await call(
            "open()", changes: true,
            outcomes: [
                PossibleOutcome("made", .made(directory: directory, first: .example)),
                PossibleOutcome("continued", .continued(directory: directory, next: .example)),
                PossibleOutcome("occupied", .refused(.occupied(directory))),
                PossibleOutcome("unusable", .refused(.unusable(directory))),
                PossibleOutcome("no-material", .refused(.noMaterial(directory))),
            ] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.open() }
    }

    func lessons() async throws(ErrorWrapper) -> Lessons {
        try await call(
            "lessons()",
            outcomes: [
                PossibleOutcome("exercises", .example),
                PossibleOutcome("no-folder", .refused(.noFolder("course"))),
                PossibleOutcome("no-material", .refused(.noMaterial("course"))),
            ] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.lessons() }
    }

    func hint(for exercise: Exercise) async throws(ErrorWrapper) -> Hint {
        try await call(
            "hint(for:)", [exercise.name], changes: true,
            outcomes: [
                PossibleOutcome("first", Hint(step: 1, text: Sentence(en: "Look at the port.", ja: "ポートを見てください。")))
            ] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.hint(for: exercise) }
    }

    func recordPass(of exercise: Exercise) async throws(ErrorWrapper) -> Exercise? {
        try await call(
            "recordPass(of:)", [exercise.name], changes: true,
            outcomes: [PossibleOutcome("next", .passedExample), PossibleOutcome("all-passed", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.recordPass(of: exercise) }
    }

    func restore(_ exercise: Exercise) async throws(ErrorWrapper) -> String? {
        try await call(
            "restore(_:)", [exercise.name], changes: true,
            outcomes: [PossibleOutcome("restored", "Kept/1"), PossibleOutcome("unchanged", nil)]
                + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.restore(exercise) }
    }

    func solution(of exercise: Exercise) async throws(ErrorWrapper) -> [SolvedFile] {
        try await call(
            "solution(of:)", [exercise.name],
            outcomes: [PossibleOutcome("found", [SolvedFile(path: "Sources/Greet.swift", text: "enum Greet {}")])]
                + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.solution(of: exercise) }
    }
}

extension Dependencies {
    var courseFolder: Port<any CourseFolder> {
        get { self[(any CourseFolder).self] }
        set { self[(any CourseFolder).self] = newValue }
    }
}
