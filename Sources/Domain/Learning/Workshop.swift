package import Usecases

/// Builds and tries what somebody wrote in the folder of the course. What they wrote may hang, crash or never stop
/// writing: everything is bounded in time and in size.
package protocol Workshop: Sendable {
    /// Throws `読み込みに失敗` or `内容が壊れています` if the folder does not say which program to build.
    func build() async throws(ErrorWrapper) -> BuildOutcome
    /// How what was built differs from what the exercise asks for; empty if it does not. Throws `読み込みに失敗` or
    /// `内容が壊れています`.
    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference]
    /// Returns when a file of the folder has been changed since the last build; fails only when the task is cancelled.
    func waitForChange() async throws(ErrorWrapper)
}

package enum BuildOutcome: Sendable, Hashable, Codable {
    case built
    /// What the compiler says, its first messages; or the end of what the package manager says.
    case flawed([String])
    case timedOut(seconds: Int)
    /// The Swift toolchain is not installed.
    case noToolchain
}

extension Port: Workshop where Adapter == any Workshop {
    package func build() async throws(ErrorWrapper) -> BuildOutcome {
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

    package func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference] {
        try await call(
            "compare(_:)", [exercise.name],
            outcomes: [PossibleOutcome("equal", []), PossibleOutcome("different", [.noUsecase(name: "Greet")])]
                + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.compare(exercise) }
    }

    package func waitForChange() async throws(ErrorWrapper) {
        try await call("waitForChange()", outcomes: [PossibleOutcome("changed", Done())]) {
            (adapter) async throws(ErrorWrapper) in try await adapter.waitForChange()
        }
    }
}

extension Dependencies {
    package var workshop: Port<any Workshop> {
        get { self["Workshop"] }
        set { self["Workshop"] = newValue }
    }
}
