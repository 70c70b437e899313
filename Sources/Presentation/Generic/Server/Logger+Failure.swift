#if Server
import Domain
import Logging

extension Logger.Metadata {
    /// All that is known of an error. What was asked (`args`) never holds a secret.
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
