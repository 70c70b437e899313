/// Errors that are foreseen and explained to the user.
public enum ServiceErrors: Error, Sendable, Hashable, Codable {
    /// The errors of a client that gets no answer.
    public enum Client: Error, Sendable, Hashable, Codable {
        /// No connection, a name that was not resolved, a timeout, or a connection lost before the answer was complete.
        case ネットワーク接続不可
    }

    /// The refusals to run a use case.
    public enum Authorization: Error, Sendable, Hashable, Codable {
        /// The actor may not run the use case; no scene was entered.
        case 実行を許可されていません(actor: Actor, usecase: String)
    }

    case client(Client)
    /// The server answered with `status`, 400 or above, in the agreed format.
    case server(ErrorResponse, status: Int)
    case authorization(Authorization)
}

extension ServiceErrors {
    var name: String {
        switch self {
        case .client(let error): error.caseName
        case .server: "\(ErrorResponse.self)"
        case .authorization(let error): error.caseName
        }
    }
}

extension Error {
    /// The name of the case, without its associated values.
    var caseName: String {
        Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}
