package import Usecases

/// An error as it is reported to people and programs, without any loss.
public struct ErrorReport: Sendable, Hashable {
    /// `service` or `system`.
    package let kind: String
    /// The name of the error's case, such as `ネットワーク接続不可`.
    package let name: String
    /// Its name in ASCII, such as `network-unreachable`.
    package let asciiName: String
    /// What went wrong.
    package let message: Sentence
    /// What to do about it.
    package let advice: Sentence
    /// The status of the response, if one came.
    package let status: Int?
    /// The arguments of the failed call.
    package let args: [String: String]
    /// The causes, the nearest first.
    package let causedBy: [String]
    /// The reports of the causes that have one, the nearest first, for users who trace the run.
    package let details: [String]
    package let exitStatus: ExitStatus

    package init(_ error: ErrorWrapper) {
        kind =
            switch error {
            case .service: "service"
            case .system: "system"
            }
        name = error.name
        asciiName = error.asciiName
        (message, advice) = error.explanation
        status = error.status
        args = error.args
        causedBy = error.causes.map { "\($0)" }
        details = error.causes.compactMap { ($0 as? any DetailedError)?.report }
        exitStatus = ExitStatus(error)
    }
}
