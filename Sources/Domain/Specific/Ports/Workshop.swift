/// Builds and tries what somebody wrote in the folder of the course. What they wrote may hang, crash or never stop
/// writing: everything is bounded in time and in size.
package protocol Workshop: Sendable {
    /// Throws ``ErrorWrapper/interrupted`` when the task is cancelled.
    func build() async throws(ErrorWrapper) -> BuildOutcome
    /// How what was built differs from what the exercise asks for; empty if it does not.
    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference]
    /// Returns when a file of the folder has been changed since the last build.
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

struct UnprovidedWorkshop: Workshop {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "Workshop")))

    func build() async throws(ErrorWrapper) -> BuildOutcome { throw Self.error }

    func compare(_ exercise: Exercise) async throws(ErrorWrapper) -> [Difference] { throw Self.error }

    func waitForChange() async throws(ErrorWrapper) { throw Self.error }
}
