import Synchronization
public import Usecases

/// Numbers that are always the same, and obviously not random: 1, 2, 3 and so on.
public final class CountingRandomSource: RandomSource {
    private let last = Mutex<UInt64>(0)

    /// Creates a source whose first number is 1.
    public init() {}

    /// Returns the next number: one more than the last.
    public func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
