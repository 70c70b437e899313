/// A source of random numbers that nobody can foresee.
package protocol RandomSource: Sendable {
    /// 64 random bits, uniformly distributed.
    func next() -> UInt64
}
