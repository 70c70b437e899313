/// How much time and memory scrypt takes (RFC 7914, section 2).
public struct ScryptParameters: Sendable, Hashable {
    /// 2¹⁵, 8 and 3: 32 MiB (OWASP Password Storage Cheat Sheet).
    public static let recommended = ScryptParameters(uncheckedRoundsExponent: 15, blockSize: 8, parallelism: 3)

    /// The most memory that a hash from outside may ask for: 256 MiB.
    private static let memoryBound = 256 << 20

    /// The binary logarithm of N.
    package let roundsExponent: Int
    /// The parameter r.
    package let blockSize: Int
    /// The parameter p.
    package let parallelism: Int

    private init(uncheckedRoundsExponent: Int, blockSize: Int, parallelism: Int) {
        self.roundsExponent = uncheckedRoundsExponent
        self.blockSize = blockSize
        self.parallelism = parallelism
    }

    /// `nil` for parameters that scrypt does not have, or that would take too long: N up to 2²⁰, r and p up to 16,
    /// 256 MiB.
    ///
    /// With a p of 1 and an r above 16, swift-crypto allows the library less memory than that needs.
    public init?(roundsExponent: Int, blockSize: Int, parallelism: Int) {
        guard (1...20).contains(roundsExponent), (1...16).contains(blockSize), (1...16).contains(parallelism),
            roundsExponent < 16 * blockSize
        else { return nil }
        self.init(uncheckedRoundsExponent: roundsExponent, blockSize: blockSize, parallelism: parallelism)
        guard memory <= Self.memoryBound else { return nil }
    }

    /// The parameter N.
    var rounds: Int { 1 << roundsExponent }
    /// In bytes, without the few blocks that are needed besides.
    public var memory: Int { 128 * rounds * blockSize }
    /// In bytes, with these blocks.
    var memoryLimit: Int { 128 * blockSize * (rounds + parallelism + 2) }

    /// Whether these take less memory, or less time. Of parameters that cost the same, neither are lower.
    public func areLower(than others: ScryptParameters) -> Bool {
        memory < others.memory || memory * parallelism < others.memory * others.parallelism
    }
}

extension ScryptParameters: CustomStringConvertible {
    /// As in a stored hash: `ln=15,r=8,p=3`.
    public var description: String { "ln=\(roundsExponent),r=\(blockSize),p=\(parallelism)" }
}
