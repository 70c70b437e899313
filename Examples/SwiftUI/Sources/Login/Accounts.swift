package import UsecasesEngine

/// The input of a user who logs in.
package struct Credentials: Sendable, Hashable, Codable {
    package let name: String
    package let password: Secret

    package init(name: String, password: Secret) {
        self.name = name
        self.password = password
    }
}

/// The result of an attempt to log in.
package enum LoginAnswer: Sendable, Hashable, Codable {
    case opened
    case refused
    case tooOften(seconds: Int)
}

/// The accounts of the server. The adapter keeps the token of the opened session.
package protocol Accounts: Sendable {
    func logIn(_ credentials: Credentials) async throws(ErrorWrapper) -> LoginAnswer
}

extension Port: Accounts where Adapter == any Accounts {
    package func logIn(_ credentials: Credentials) async throws(ErrorWrapper) -> LoginAnswer {
        try await call(
            "logIn(_:)", ["\(credentials)"], changes: true, isPerformedElsewhere: true,
            outcomes: [
                PossibleOutcome("opened", .opened), PossibleOutcome("refused", .refused),
                PossibleOutcome("too often", .tooOften(seconds: 60)),
            ] + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.logIn(credentials) }
    }
}

extension Dependencies {
    package var accounts: Port<any Accounts> {
        get { self[(any Accounts).self] }
        set { self[(any Accounts).self] = newValue }
    }
}
