/// A call of a port's operation, with its arguments and its possible outcomes.
public struct PortOperation<Value: Codable & Sendable>: Sendable {
    /// The name of the protocol, such as `DataStore`.
    public let port: String
    /// The method in Swift's notation, such as `get(_:orSave:)`.
    public let name: String
    /// The arguments as text, in order. Their types redact secrets.
    public let arguments: [String]
    /// Whether the operation has side effects, so a repeated call differs from a single one.
    public let changes: Bool
    /// The part of the port that the operation uses. Operations on different parts can be reordered without an effect.
    public let subject: PortSubject
    /// Whether the operation can still take effect after it has failed, or after its caller has died. Another system
    /// performs it, and its response can be lost or late.
    public let isPerformedElsewhere: Bool
    /// Whether the outcome is meaningful outside this process. A time since an arbitrary start is not.
    package let outlastsProcess: Bool
    private let catalogue: @Sendable () -> [PossibleOutcome<Value>]

    init(
        _ port: String, _ name: String, _ arguments: [String] = [], changes: Bool = false,
        on subject: PortSubject = .everything, isPerformedElsewhere: Bool = false, outlastsProcess: Bool = true,
        outcomes: @autoclosure @escaping @Sendable () -> [PossibleOutcome<Value>]
    ) {
        self.port = port
        self.name = name
        self.arguments = arguments
        self.changes = changes
        self.subject = subject
        self.isPerformedElsewhere = isPerformedElsewhere
        self.outlastsProcess = outlastsProcess
        catalogue = outcomes
    }

    /// Examples of all possible outcomes of this operation, a successful one first. Their names are unique.
    public var outcomes: [PossibleOutcome<Value>] { catalogue() }

    /// The port, the name and the arguments, without the outcomes.
    public var call: PortCallName { PortCallName(port: port, operation: name, arguments: arguments) }
}

/// The part of a port that an operation reads or changes.
public enum PortSubject: Sendable, Hashable {
    /// Nothing that any operation changes.
    case nothing
    /// Only the value that the port keeps under this name.
    case named(String)
    /// All values that the port keeps.
    case everything
}

/// A possible outcome of an operation.
public struct PossibleOutcome<Value: Codable & Sendable>: Sendable {
    /// A word such as `absent`, or the name of the error's case.
    public var name: String {
        switch result {
        case .success: word
        case .failure(let error): error.name
        }
    }
    private let word: String
    /// The returned value or the thrown error.
    public let result: Result<Value, ErrorWrapper>
    /// Draws further values of the outcome, or `nil` if the examples are enough.
    package private(set) var draw: (@Sendable (inout RandomChoices) -> Value)?

    /// Creates a successful outcome. The name must be unique among the operation's outcomes.
    public init(_ name: String, _ value: Value) {
        word = name
        result = .success(value)
    }

    /// Returns the outcome with a generator of further values that an adapter can return. Its present value stays a certain
    /// example. With `usecases --draws`, the laboratory draws values, and shows where they change the course.
    public func drawing(_ draw: @escaping @Sendable (inout RandomChoices) -> Value) -> PossibleOutcome {
        var outcome = self
        outcome.draw = draw
        return outcome
    }

    /// Creates a successful outcome of an operation whose result is optional.
    @_disfavoredOverload
    public init<Wrapped>(_ name: String, _ value: Wrapped) where Value == Wrapped? {
        self.init(name, .some(value))
    }

    /// Creates a failure with the name of the error's case.
    public init(_ error: ErrorWrapper) {
        word = ""
        result = .failure(error)
    }
}

/// The return value of an operation that has no result.
public struct Done: Sendable, Hashable, Codable {
    /// Creates the only value of this type.
    public init() {}
}

/// Examples of the errors that several ports can throw.
extension PossibleOutcome {
    /// The errors of a service that is called over a network.
    public static var apiErrors: [PossibleOutcome] {
        let response = ErrorResponse(
            code: "UNAVAILABLE", title: "Service Unavailable", message: "The service cannot answer now.")
        return [
            PossibleOutcome(.service(error: .client(.networkUnreachable))),
            PossibleOutcome(.service(error: .server(response, status: 503))),
            PossibleOutcome(.system(error: .api(.errorResponseUndecodable(status: 502, responseJSON: "")))),
            PossibleOutcome(.system(error: .api(.responseUndecodable(status: 200, responseJSON: "")))),
            PossibleOutcome(.system(error: .api(.exchangeFailed(statusCode: 302)))),
            PossibleOutcome(.system(error: .api(.clientUnusable))),
        ]
    }

    /// The errors of a store when it is read.
    public static var readErrors: [PossibleOutcome] { [unreadable, damaged] }

    /// The errors of a store when it is changed. Changing includes reading.
    public static var writeErrors: [PossibleOutcome] { readErrors + [unwritable] }

    /// The store cannot be read.
    public static var unreadable: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.unreadable(location: "store", content: nil))))
    }

    /// The content of the store is damaged.
    public static var damaged: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.damaged(location: "store", content: nil))))
    }

    /// The store cannot be written.
    public static var unwritable: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.unwritable(location: "store", content: nil))))
    }
}
