public import Usecases

/// An error as it is reported to people and programs, without any loss.
public struct ErrorReport: Sendable, Hashable {
    /// `service` or `system`.
    public let kind: String
    /// The name of the error's case, such as `ネットワーク接続不可`.
    public let name: String
    /// Its name in ASCII, such as `network-unreachable`.
    public let asciiName: String
    /// What went wrong.
    public let message: Sentence
    /// What to do about it.
    public let advice: Sentence
    /// The status of the response, if one came.
    public let status: Int?
    /// The arguments of the failed call.
    public let args: [String: String]
    /// The causes, the nearest first.
    public let causedBy: [String]
    /// The reports of the causes that have one, the nearest first, for users who trace the run.
    public let details: [String]
    /// The status with which the program ends.
    public let exitStatus: ExitStatus

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
