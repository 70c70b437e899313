import UsecasesEngine

/// A builder and tester of the user's program in the folder of the course. The program may hang, crash or write
/// endlessly, so every operation is limited in time and in size.
protocol CourseChecker: Sendable {
    /// Builds the program. Throws `unreadable` or `damaged` if the folder does not name the program to build.
    func build() async throws(ErrorWrapper) -> BuildOutcome
    /// Returns the differences between the built program and the requirements of the exercise. Throws `unreadable` or
    /// `damaged`.
    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference]
    /// Returns when a file of the folder has changed since the last build. Fails only if the task is cancelled.
    func waitForChange() async throws(ErrorWrapper)
}

enum BuildOutcome: Sendable, Hashable, Codable {
    case built
    /// The first messages of the compiler, or the end of the package manager's output.
    case flawed([String])
    case timedOut(seconds: Int)
    /// The Swift toolchain is not installed.
    case noToolchain
}

extension Port: CourseChecker where Adapter == any CourseChecker {
    func build() async throws(ErrorWrapper) -> BuildOutcome {
        try await call(
            "build()",
            outcomes: [
                PossibleOutcome("built", .built),
                PossibleOutcome("flawed", .flawed(["Greet.swift:1:1: error: …"])),
                PossibleOutcome("timed-out", .timedOut(seconds: 600)),
                PossibleOutcome("no-toolchain", .noToolchain),
            ] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.build() }
    }

    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference] {
        try await call(
            "compare(_:)", [exercise.name],
            outcomes: [PossibleOutcome("equal", []), PossibleOutcome("different", [.noUsecase(name: "Greet")])]
                + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.compare(exercise) }
    }

    func waitForChange() async throws(ErrorWrapper) {
        try await call("waitForChange()", outcomes: [PossibleOutcome("changed", Done())]) {
            (adapter) async throws(ErrorWrapper) in try await adapter.waitForChange()
        }
    }
}

extension Dependencies {
    var courseChecker: Port<any CourseChecker> {
        get { self[(any CourseChecker).self] }
        set { self[(any CourseChecker).self] = newValue }
    }
}
