package import Domain

/// An error as it is told to people and programs, with nothing of it lost.
package struct ErrorReport: Sendable, Hashable {
    /// `service` or `system`.
    package let kind: String
    /// The name of the error's case, such as `ネットワーク接続不可`.
    package let name: String
    /// What went wrong.
    package let message: Sentence
    /// What to do about it.
    package let advice: Sentence
    /// The status of the response, where one came.
    package let status: Int?
    /// What was asked.
    package let args: [String: String]
    /// The causes, the nearest first.
    package let causedBy: [String]
    /// What the causes tell beyond their line, the nearest first, for those who follow the run closely.
    package let details: [String]
    package let exitStatus: ExitStatus

    package init(_ error: ErrorWrapper) {
        kind =
            switch error {
            case .service: "service"
            case .system: "system"
            }
        name = error.name
        (message, advice) = error.explanation
        status = error.status
        args = error.args
        causedBy = error.causes.map { "\($0)" }
        details = error.causes.compactMap { ($0 as? any DetailedError)?.report }
        exitStatus = ExitStatus(error)
    }
}
