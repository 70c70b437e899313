/// An operation of a port as it is called: on what, and what can come of it.
package struct PortOperation<Value: Codable & Sendable>: Sendable {
    /// The protocol, such as `DataStore`.
    package let port: String
    /// The method as Swift writes its name, such as `get(_:orSave:)`.
    package let name: String
    /// As text and in order; secrets are redacted by their types.
    package let arguments: [String]
    /// Whether it changes anything outside, so that calling it again is not the same as calling it once.
    package let changes: Bool
    /// Whether what it comes to says something beyond this process. What is measured from an arbitrary start does not.
    package let outlastsProcess: Bool
    private let catalogue: @Sendable () -> [PossibleOutcome<Value>]

    init(
        _ port: String, _ name: String, _ arguments: [String] = [], changes: Bool = false,
        outlastsProcess: Bool = true,
        outcomes: @autoclosure @escaping @Sendable () -> [PossibleOutcome<Value>]
    ) {
        self.port = port
        self.name = name
        self.arguments = arguments
        self.changes = changes
        self.outlastsProcess = outlastsProcess
        catalogue = outcomes
    }

    /// All that this operation can come to, each by an example, the sunny one first. No two have the same name.
    package var outcomes: [PossibleOutcome<Value>] { catalogue() }

    package var call: PortCallName { PortCallName(port: port, operation: name, arguments: arguments) }
}

/// What an operation can come to.
package struct PossibleOutcome<Value: Codable & Sendable>: Sendable {
    /// A word such as `absent`, or the name of the error's case.
    package let name: String
    package let result: Result<Value, ErrorWrapper>

    init(_ name: String, _ value: Value) {
        self.name = name
        result = .success(value)
    }

    init(_ error: ErrorWrapper) {
        name = error.name
        result = .failure(error)
    }
}

/// What is returned by an operation that only does something.
package struct Done: Sendable, Hashable, Codable {
    package init() {}
}
