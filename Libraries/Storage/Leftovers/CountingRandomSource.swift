import Synchronization
import Usecases

/// Numbers that are always the same, and obviously not random: 1, 2, 3 and so on.
package final class CountingRandomSource: RandomSource {
    private let last = Mutex<UInt64>(0)

    package init() {}

    package func next() -> UInt64 {
        last.withLock { last in
            last += 1
            return last
        }
    }
}
