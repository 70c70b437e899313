import Synchronization
public import Usecases

/// Numbers that are always the same, and obviously not random: 1, 2, 3 and so on.
public final class CountingRandomSource: RandomSource {
    private let last = Mutex<UInt64>(0)

    public init() {}

    public func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
