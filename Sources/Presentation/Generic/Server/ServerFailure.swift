#if Server
import Domain
import Logging

/// Why the service ended, or did not start.
struct ServerFailure {
    let message: String
    let advice: String
    let causes: [String]
    let exitStatus: ExitStatus

    init(_ error: ErrorWrapper) {
        let report = ErrorReport(error)
        message = report.message.text(in: .en)
        advice = report.advice.text(in: .en)
        causes = report.causedBy
        exitStatus = report.exitStatus
    }

    init(_ error: CannotListen) {
        message = "cannot listen on \(error.address)"
        advice = error.advice
        causes = ["\(error.cause)"]
        exitStatus = .unavailable
    }

    /// For a person at a terminal.
    var text: String {
        (["\(Product.name): \(message)", advice] + causes).joined(separator: "\n  ")
    }

    /// For readers of the log.
    var metadata: Logger.Metadata {
        ["advice": "\(advice)", "causes": .array(causes.map { .string($0) })]
    }
}
#endif
