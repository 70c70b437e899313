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
        switch error {
        case .service(let service, _, _):
            kind = "service"
            name = service.caseName
        case .system(let system, _, _):
            kind = "system"
            name = system.caseName
        }
        (message, advice) = error.explanation
        status = error.status
        args = error.args
        causedBy = error.causes.map { "\($0)" }
        details = error.causes.compactMap { ($0 as? any DetailedError)?.report }
        exitStatus = ExitStatus(error)
    }
}

extension ServiceErrors {
    fileprivate var caseName: String {
        switch self {
        case .client(let error): Presentation.caseName(of: error)
        case .server: "\(ErrorResponse.self)"
        case .authorization(let error): Presentation.caseName(of: error)
        }
    }
}

extension SystemErrors {
    fileprivate var caseName: String {
        switch self {
        case .api(let error): Presentation.caseName(of: error)
        case .mock(let error): Presentation.caseName(of: error)
        case .dataStore(let error): Presentation.caseName(of: error)
        case .dependency(let error): Presentation.caseName(of: error)
        case .task(let error): Presentation.caseName(of: error)
        }
    }
}

private func caseName(of error: any Error) -> String {
    Mirror(reflecting: error).children.first?.label ?? "\(error)"
}
