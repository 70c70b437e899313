#if Server
import Logging
import Usecases
import UsecasesTerminal

extension Logger.Metadata {
    /// Everything that is known about an error. `args`, which describes the failed call, never holds a secret.
    static func failure(_ error: ErrorWrapper) -> Logger.Metadata {
        let report = ErrorReport(error)
        return [
            "error": "\(report.name)", "explanation": "\(report.message.text(in: .en))",
            "args": .dictionary(report.args.mapValues { .string($0) }),
            "causes": .array(report.causedBy.map { .string($0) }),
        ]
    }
}
#endif
