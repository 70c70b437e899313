/// An adapter that knows how long its operations wait at most, as it is configured: for an exchange with its retries, for
/// a lock, for room.
///
/// What the machine itself needs, to compute, to read and to write, is not counted. An operation of an adapter that does
/// not say is unbounded.
package protocol TimeBounded: Sendable {
    /// `operation` is the method as Swift writes its name, such as `get(_:orSave:)`; `nil` if it may wait for ever.
    func longest(_ operation: String) async -> Duration?
}

extension Dependencies {
    /// How long the operation of the port waits at most; `nil` if it may wait for ever, or nobody knows.
    ///
    /// A port has the name of the property that holds its adapter, with a capital.
    package func longest(_ operation: String, of port: String) async -> Duration? {
        let name = port.prefix(1).lowercased() + port.dropFirst()
        let adapter = Mirror(reflecting: self).children.first { $0.label == name }?.value
        return await (adapter as? any TimeBounded)?.longest(operation)
    }
}
