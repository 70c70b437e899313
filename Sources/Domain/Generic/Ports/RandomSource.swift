/// A source of random numbers that nobody can foresee.
package protocol RandomSource: Sendable {
    /// 64 random bits, uniformly distributed.
    func next() -> UInt64
    /// The same for what nobody may know, such as a key: it is never told to a ``Tap``.
    func nextSecret() -> UInt64
}

extension RandomSource {
    package func nextSecret() -> UInt64 { next() }
}
