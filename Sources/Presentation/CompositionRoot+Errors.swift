import CalearningInfrastructure
import Usecases
import UsecasesTerminal

/// Examples of the errors that not every application has, for the page of all errors.
extension CompositionRoot {
    static var errors: [ErrorWrapper] {
        ErrorWrapper.examples(
            of: .database, at: "…/devices.sqlite", writing: [nil, .noSpace], damaged: [nil, .newerVersion])
            + ErrorWrapper.examples(
                of: .backup, at: "…/backup.sqlite", reading: [], writing: [nil, .noSpace], damaged: [])
            + SystemErrors.Hasher.allCases.map { .system(error: .hasher($0)) }
    }

    static var usageErrors: [UsageError] {
        [
            .noTerminalToConfirm, .noTerminal(option: "--name"), .noTerminalForSecret(option: PasswordInput.option),
            .longSecret, .unreadableSecret, .secretLines(expected: 1, found: 0), .secretLines(expected: 2, found: 1),
            .unrepeatedSecret,
        ]
    }
}
