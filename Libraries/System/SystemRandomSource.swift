import Foundation
import Synchronization
public import Usecases

/// The operating system's cryptographically secure generator. It is asked for many numbers at a time, as each request
/// is a system call.
public struct SystemRandomSource: RandomSource {
    /// The largest request that the system never interrupts: 256 bytes.
    private static let count = 32

    private final class Reserve: Sendable {
        let numbers = Mutex<[UInt64]>([])
    }

    private let reserve = Reserve()

    /// Asks the system for nothing until the first number is needed.
    public init() {}

    /// 64 random bits, which are returned only once. The process ends if the system has none.
    public func next() -> UInt64 {
        reserve.numbers.withLock { numbers in
            if numbers.isEmpty { numbers = Self.fresh() }
            return numbers.removeLast()
        }
    }

    private static func fresh() -> [UInt64] {
        [UInt64](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard getentropy(buffer.baseAddress, count * MemoryLayout<UInt64>.stride) == 0 else {
                preconditionFailure("the system has no random numbers: \(errno)")
            }
            initialized = count
        }
    }
}
