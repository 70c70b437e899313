/// Captured by a closure, it signals when the closure has been released and can no longer be called.
final class Lease: Sendable {
    private let end: AsyncStream<Void>.Continuation

    private init(_ end: AsyncStream<Void>.Continuation) {
        self.end = end
    }

    deinit {
        end.finish()
    }

    /// The stream yields nothing and ends with the lease.
    static func make() -> (lease: Lease, isOver: AsyncStream<Void>) {
        let (isOver, end) = AsyncStream.makeStream(of: Void.self)
        return (Lease(end), isOver)
    }
}
