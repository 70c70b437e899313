#if Server
import Logging
import Usecases
import UsecasesTerminal

/// Why the service ended, or did not start.
struct ServerFailure {
    let message: Sentence
    let advice: Sentence
    let causes: [String]
    let exitStatus: ExitStatus

    init(_ error: ErrorWrapper) {
        let report = ErrorReport(error)
        message = report.message
        advice = report.advice
        causes = report.causedBy
        exitStatus = report.exitStatus
    }

    init(_ error: CannotListen) {
        message = Sentence("cannot listen on \(error.address)")
        advice = Sentence(error.advice)
        causes = ["\(error.cause)"]
        exitStatus = .unavailable
    }

    /// For a person at a terminal.
    var text: String {
        ([message.text(in: .spoken), advice.text(in: .spoken)] + causes)
            .joined(separator: "\n  ")
    }

    /// For readers of the log.
    var metadata: Logger.Metadata {
        ["advice": "\(advice.text(in: .en))", "causes": .array(causes.map { .string($0) })]
    }
}
#endif
