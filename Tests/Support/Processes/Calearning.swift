import Foundation
import UsecasesTestSupport

/// The program in a directory for one test. Its state is in the folder `state` there.
struct Calearning: Sendable {
    let directory = TemporaryDirectory()
    private let environment: [String: String]

    /// Creates the directory. The environment is the same for all runs.
    init(_ environment: [String: String] = [:]) {
        self.environment = ["CALEARNING_STATE_DIR": directory.path + "/state"].merging(environment) { $1 }
    }

    func path(_ name: String) -> String { directory.path + "/" + name }

    /// Runs the program to its end. The variables and the other parameters are those of ``ProgramProcess``.
    @discardableResult
    func callAsFunction(
        _ arguments: [String], _ variables: [String: String] = [:], input: String? = nil, output: String? = nil,
        through launcher: [String] = [], whenStarted: @Sendable (pid_t) -> Void = { _ in }
    ) async throws -> ProgramProcess.Result {
        try await ProgramProcess(
            arguments, environment: environment.merging(variables) { $1 }, output: output, input: input,
            through: launcher
        ).run(whenStarted: whenStarted)
    }

    @discardableResult
    func callAsFunction(_ arguments: String...) async throws -> ProgramProcess.Result { try await self(arguments) }
}
