/// A source of unpredictable random numbers.
public protocol RandomSource: Sendable {
    /// Returns 64 random bits, uniformly distributed.
    func next() -> UInt64
    /// Returns 64 random bits for a secret, such as a key. They are never passed to a ``Tap``.
    func nextSecret() -> UInt64
}

extension RandomSource {
    /// Returns the bits of ``next()``, for a source that does not distinguish secrets.
    public func nextSecret() -> UInt64 { next() }
}

/// Secret numbers are generated without the taps.
extension Port: RandomSource where Adapter == any RandomSource {
    /// Returns 64 random bits. The process ends if neither a tap nor an adapter provides them.
    public func next() -> UInt64 { read("next()", unprovided: nothing()) { $0.next() } }

    /// Returns 64 random bits that no tap sees. The process ends without an adapter.
    public func nextSecret() -> UInt64 { adapter?.nextSecret() ?? nothing() }

    private func nothing() -> UInt64 { preconditionFailure("there is no randomness without a source") }
}

extension Dependencies {
    /// The required source of randomness of a run.
    public var randomSource: Port<any RandomSource> {
        get { self[(any RandomSource).self] }
        set { self[(any RandomSource).self] = newValue }
    }
}
