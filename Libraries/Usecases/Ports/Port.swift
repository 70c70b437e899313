/// A port as a run sees it: its adapter, behind the taps of the run.
///
/// It conforms to the protocol of its adapter. A call without an adapter throws `未設定` with the name of the port; a tap may
/// answer it all the same.
public struct Port<Adapter: Sendable>: Sendable {
    /// The name of the protocol, such as `DataStore`.
    public let name: String
    /// The implementation of the port; `nil` if none was provided.
    public var adapter: Adapter?
    /// The one nearest to the adapter first.
    var taps: [any RunTap] = []

    init(_ name: String) {
        self.name = name
    }

    /// The adapter. Throws `未設定` if none was provided.
    public var provided: Adapter {
        get throws(ErrorWrapper) {
            guard let adapter else { throw .system(error: .dependency(.未設定(port: name))) }
            return adapter
        }
    }

    /// Calls an operation that can take time and fail. See ``PortOperation`` for what describes it; `arguments` are texts, in
    /// which secrets are redacted by their types.
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

/// An adapter that knows how long its operations wait at most, as it is configured: for an exchange with its retries, for
/// a lock, for room.
///
/// The time that the machine itself needs, to compute, to read and to write, is not counted. An operation of an adapter that
/// does not say is unbounded.
public protocol TimeBounded: Sendable {
    /// `nil` if it may wait for ever.
    func longest(_ operation: OperationName) async -> Duration?
}

extension Port: TimeBounded {
    /// The bound that the adapter states; `nil` if it states none.
    public func longest(_ operation: OperationName) async -> Duration? {
        await (adapter as? any TimeBounded)?.longest(operation)
    }
}

/// The name of an operation of a port, as Swift writes that of a method, such as `get(_:orSave:)`.
///
/// The operations that adapters tell apart are constants of their ``Port``, beside its calls.
public struct OperationName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name, such as `get(_:orSave:)`.
    public let text: String

    /// `text` is the name, such as `get(_:orSave:)`.
    public init(_ text: String) {
        self.text = text
    }

    /// Takes the name from a literal.
    public init(stringLiteral text: String) {
        self.text = text
    }
}
