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
