import Synchronization

/// 128 bits that identify past events. They are equal on every machine. For four billion different pasts, the
/// probability that two of them are equal is one in 2^64.
struct Fingerprint: Hashable, Sendable {
    private(set) var low: UInt64
    private(set) var high: UInt64

    init(_ number: UInt64 = 0) {
        low = Self.mix(number &+ 0x9E37_79B9_7F4A_7C15)
        high = Self.mix(number &+ 0xC2B2_AE3D_27D4_EB4F)
    }

    /// Returns the fingerprint after a further event.
    func adding(_ number: UInt64) -> Fingerprint {
        var result = self
        result.low = Self.mix(low ^ number &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        result.high = Self.mix(high &+ number ^ 0x1656_67B1_9E37_79F9)
        return result
    }

    func adding(_ other: Fingerprint) -> Fingerprint { adding(other.low).adding(other.high) }

    /// Returns the fingerprint after the text.
    func adding(_ text: String) -> Fingerprint { text.utf8.reduce(self) { $0.adding(UInt64($1)) } }

    /// Returns the fingerprint of both, independent of their order.
    static func + (one: Fingerprint, other: Fingerprint) -> Fingerprint {
        var sum = one
        sum.low &+= other.low
        sum.high &+= other.high
        return sum
    }

    /// Returns the fingerprint with one of its parts replaced.
    func replacing(_ part: Fingerprint, by other: Fingerprint) -> Fingerprint {
        var sum = self + other
        sum.low &-= part.low
        sum.high &-= part.high
        return sum
    }

    /// The finalizer of SplitMix64.
    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Counts distinct fingerprints in little memory. The count is exact up to ``limit``. Above, it is an estimate with a standard
/// error of half a percent, from a sample of the fingerprints (adaptive sampling, Flajolet 1990).
package struct DistinctCount: Sendable, Hashable {
    static let limit = 1 << 16

    private var sample: Set<Fingerprint> = []
    /// The number of zero bits at the end of each fingerprint in the sample.
    private var level = 0

    package init() {}

    package var isExact: Bool { level == 0 }
    package var value: Int { sample.count << level }

    mutating func insert(_ fingerprint: Fingerprint) {
        guard fingerprint.low.trailingZeroBitCount >= level else { return }
        sample.insert(fingerprint)
        while sample.count > Self.limit {
            level += 1
            sample = sample.filter { $0.low.trailingZeroBitCount >= level }
        }
    }

    static func += (sum: inout DistinctCount, other: DistinctCount) {
        sum.level = max(sum.level, other.level)
        sum.sample = sum.sample.filter { $0.low.trailingZeroBitCount >= sum.level }
        for fingerprint in other.sample { sum.insert(fingerprint) }
    }
}

/// A counter that starts at 1.
final class AtomicCount: Sendable {
    private let count = Atomic<UInt64>(0)

    func next() -> UInt64 { count.add(1, ordering: .relaxed).newValue }
}
