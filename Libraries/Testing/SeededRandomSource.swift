import Foundation
import Synchronization
public import Testing
public import UsecasesEngine

/// A random source that produces the same numbers for the same seed, with SplitMix64. It is the only source of
/// randomness in specs.
public final class SeededRandomSource: RandomSource, RandomNumberGenerator {
    private let seed: UInt64
    private let state: Mutex<SplitMix64>

    /// Creates a source that starts from this seed.
    public init(seed: UInt64 = 1) {
        self.seed = seed
        state = Mutex(SplitMix64(seed: seed))
    }

    /// Returns a source with a different seed in each run. Failures print the seed, and `SEED=7` repeats a run.
    public static func unpredictable() -> SeededRandomSource {
        let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
        return SeededRandomSource(seed: given ?? .random(in: 0...UInt64(UInt32.max)))
    }

    /// The seed, as a comment for expectations.
    public var comment: Comment { "SEED=\(seed)" }

    /// The next 64 bits of the sequence.
    public func next() -> UInt64 { state.withLock { $0.next() } }

    /// Returns the given number of bytes from the next numbers of the sequence.
    public func bytes(_ count: Int) -> [UInt8] {
        (0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: next()) { Array($0) } }.dropLast((8 - count % 8) % 8)
    }
}
