/// A lease that signals the release of the closure that captures it. The closure can then no longer be called.
final class Lease: Sendable {
    private let end: AsyncStream<Void>.Continuation

    private init(_ end: AsyncStream<Void>.Continuation) {
        self.end = end
    }

    deinit {
        end.finish()
    }

    /// Returns a lease, and a stream that yields nothing and ends with the lease.
    static func make() -> (lease: Lease, isOver: AsyncStream<Void>) {
        let (isOver, end) = AsyncStream.makeStream(of: Void.self)
        return (Lease(end), isOver)
    }
}
