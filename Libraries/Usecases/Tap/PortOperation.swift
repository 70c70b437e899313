/// A call of an operation of a port: its arguments and its possible outcomes.
public struct PortOperation<Value: Codable & Sendable>: Sendable {
    /// The protocol, such as `DataStore`.
    public let port: String
    /// The method as Swift writes its name, such as `get(_:orSave:)`.
    public let name: String
    /// The arguments as text, in order; secrets are redacted by their types.
    public let arguments: [String]
    /// Whether it has side effects, so that calling it twice is not the same as calling it once.
    public let changes: Bool
    /// What of its port it reads or changes: operations on different things can change places without anybody noticing.
    public let subject: PortSubject
    /// Whether it may still take effect after it has failed, even after whoever called it has died: it is performed by
    /// somebody else, whose answer can be lost or late.
    public let isPerformedElsewhere: Bool
    /// Whether its outcome is meaningful outside this process. A time that is measured from an arbitrary start is not.
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

    /// Examples of all possible outcomes of this operation, a successful one first. No two have the same name.
    public var outcomes: [PossibleOutcome<Value>] { catalogue() }

    /// The port, the name and the arguments, without the outcomes.
    public var call: PortCallName { PortCallName(port: port, operation: name, arguments: arguments) }
}

/// What an operation reads or changes.
public enum PortSubject: Sendable, Hashable {
    /// Nothing that any operation changes.
    case nothing
    /// Only what the port keeps under this name.
    case named(String)
    /// Everything that the port keeps.
    case everything
}

/// A possible outcome of an operation.
public struct PossibleOutcome<Value: Codable & Sendable>: Sendable {
    /// A word such as `absent`, or the name of the error's case.
    public let name: String
    /// The returned value or the thrown error.
    public let result: Result<Value, ErrorWrapper>

    /// A success. No other outcome of the operation has this name.
    public init(_ name: String, _ value: Value) {
        self.name = name
        result = .success(value)
    }

    /// A failure with the name of the error's case.
    public init(_ error: ErrorWrapper) {
        name = error.name
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
            PossibleOutcome(.service(error: .client(.ネットワーク接続不可))),
            PossibleOutcome(.service(error: .server(response, status: 503))),
            PossibleOutcome(.system(error: .api(.エラーレスポンスのデシリアライズに失敗(status: 502, responseJSON: "")))),
            PossibleOutcome(.system(error: .api(.レスポンスのデシリアライズに失敗(status: 200, responseJSON: "")))),
            PossibleOutcome(.system(error: .api(.その他のエラー(statusCode: 302)))),
            PossibleOutcome(.system(error: .api(.クライアントの初期化に失敗))),
        ]
    }

    /// The errors of a store when it is read.
    public static var readErrors: [PossibleOutcome] { [unreadable, damaged] }

    /// The errors of a store when it is changed, which includes reading it.
    public static var writeErrors: [PossibleOutcome] { readErrors + [unwritable] }

    /// The store cannot be read.
    public static var unreadable: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.読み込みに失敗(location: "store", content: nil))))
    }

    /// The content of the store is damaged.
    public static var damaged: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.内容が壊れています(location: "store", content: nil))))
    }

    /// The store cannot be written.
    public static var unwritable: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.書き込みに失敗(location: "store", content: nil))))
    }
}
