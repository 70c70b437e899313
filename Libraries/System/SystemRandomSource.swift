import Foundation
import Synchronization
public import UsecasesEngine

/// The operating system's cryptographically secure generator. Each system call requests many numbers.
public struct SystemRandomSource: RandomSource {
    /// The numbers of one request. The system never interrupts requests of up to 256 bytes.
    private static let count = 32

    private final class Reserve: Sendable {
        let numbers = Mutex<[UInt64]>([])
    }

    private let reserve = Reserve()

    /// Creates a source. It requests numbers from the system on first use.
    public init() {}

    /// Returns 64 random bits. Each number is returned only once. The process ends if the system fails to provide
    /// random numbers.
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
