/// A source of unpredictable random numbers.
package protocol RandomSource: Sendable {
    /// 64 random bits, uniformly distributed.
    func next() -> UInt64
    /// The same for a secret, such as a key: it is never shown to a ``Tap``.
    func nextSecret() -> UInt64
}

extension RandomSource {
    package func nextSecret() -> UInt64 { next() }
}
