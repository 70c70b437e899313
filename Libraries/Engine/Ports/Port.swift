/// A port of a run. It consists of an adapter behind the taps of the run.
///
/// It conforms to the protocol of its adapter. A call without an adapter throws `portNotProvided` with the name of the
/// port, unless a tap answers it.
public struct Port<Adapter: Sendable>: Sendable {
    /// The name of the protocol, such as `DataStore`.
    public static var name: String { String(describing: Adapter.self) }
    /// The name, which takes time to find.
    let name = String(describing: Adapter.self)
    /// The implementation of the port, or `nil` if none was provided.
    public var adapter: Adapter?
    /// The taps of the run. The first is nearest to the adapter.
    var taps: [any RunTap] = []

    /// The adapter. Throws `portNotProvided` if none was provided.
    public var provided: Adapter {
        get throws(ErrorWrapper) {
            guard let adapter else { throw .system(error: .dependency(.portNotProvided(port: name))) }
            return adapter
        }
    }

    /// Calls an operation that can take time and fail. See ``PortOperation`` for the parameters. `arguments` are texts,
    /// and their types redact secrets.
    ///
    /// ```swift
    /// try await call(
    ///     "lend(_:)", ["\(book)"], changes: true,
    ///     outcomes: [PossibleOutcome("lent", loan), PossibleOutcome("taken", nil)] + PossibleOutcome.writeErrors
    /// ) { (adapter) async throws(ErrorWrapper) in try await adapter.lend(book) }
    /// ```
    public func call<Value>(
        _ operation: OperationName, _ arguments: @autoclosure () -> [String] = [], changes: Bool = false,
        on subject: @autoclosure () -> PortSubject = .everything, isPerformedElsewhere: Bool = false,
        outcomes: @autoclosure @escaping @Sendable () -> [PossibleOutcome<Value>],
        _ body: @escaping @Sendable (Adapter) async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        guard !taps.isEmpty else { return try await body(try provided) }
        let operation = PortOperation(
            name, operation.text, arguments(), changes: changes, on: subject(),
            isPerformedElsewhere: isPerformedElsewhere,
            outcomes: outcomes())
        var perform = { @Sendable [self] () async throws(ErrorWrapper) in try await body(try provided) }
        for tap in taps {
            perform = { @Sendable [perform] () async throws(ErrorWrapper) in
                try await tap.answer(operation, performing: perform)
            }
        }
        return try await perform()
    }

    /// Calls an operation without a result.
    public func call(
        _ operation: OperationName, _ arguments: @autoclosure () -> [String] = [], changes: Bool = false,
        on subject: @autoclosure () -> PortSubject = .everything, isPerformedElsewhere: Bool = false,
        outcomes: @autoclosure @escaping @Sendable () -> [PossibleOutcome<Done>],
        _ body: @escaping @Sendable (Adapter) async throws(ErrorWrapper) -> Void
    ) async throws(ErrorWrapper) {
        _ = try await call(
            operation, arguments(), changes: changes, on: subject(), isPerformedElsewhere: isPerformedElsewhere,
            outcomes: outcomes()
        ) { (adapter) async throws(ErrorWrapper) in
            try await body(adapter)
            return Done()
        }
    }

    /// Calls an operation that can neither wait nor fail. `unprovided` is its result without an adapter.
    public func read<Value: Codable & Sendable>(
        _ operation: OperationName, _ arguments: @autoclosure () -> [String] = [], outlastsProcess: Bool = true,
        unprovided: @autoclosure () -> Value, _ body: (Adapter) -> Value
    ) -> Value {
        guard let tap = taps.last else { return adapter.map(body) ?? unprovided() }
        var inner = self
        inner.taps.removeLast()
        let call = PortOperation<Value>(
            name, operation.text, arguments(), outlastsProcess: outlastsProcess, outcomes: [])
        return tap.answer(call) {
            inner.read(operation, arguments(), outlastsProcess: outlastsProcess, unprovided: unprovided(), body)
        }
    }
}

/// An adapter with a known limit for the time that its operations wait. It follows from the adapter's configuration,
/// such as retries of an exchange or the wait for a lock or for a free place.
///
/// The limit does not include the time to compute, to read and to write. An operation without a known limit is
/// unbounded.
public protocol TimeBounded: Sendable {
    /// Returns the longest time that the operation waits, or `nil` if it is unbounded.
    func longest(_ operation: OperationName) async -> Duration?
}

/// A port of any type.
protocol NamedPort: TimeBounded {
    /// The name of the protocol, such as `DataStore`.
    var name: String { get }
}

extension Port: NamedPort {
    /// Returns the limit of the adapter, or `nil` if it has none.
    public func longest(_ operation: OperationName) async -> Duration? {
        await (adapter as? any TimeBounded)?.longest(operation)
    }
}

/// The name of a port's operation, in Swift's notation for methods, such as `get(_:orSave:)`.
///
/// The operations that adapters distinguish are constants of their ``Port``, next to its calls.
public struct OperationName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name, such as `get(_:orSave:)`.
    public let text: String

    /// Creates a name from `text`, such as `get(_:orSave:)`.
    public init(_ text: String) {
        self.text = text
    }

    /// Creates a name from a literal.
    public init(stringLiteral text: String) {
        self.text = text
    }
}
