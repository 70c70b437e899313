/// A source of unpredictable random numbers.
public protocol RandomSource: Sendable {
    /// 64 random bits, uniformly distributed.
    func next() -> UInt64
    /// The same for a secret, such as a key: it is never shown to a ``Tap``.
    func nextSecret() -> UInt64
}

extension RandomSource {
    public func nextSecret() -> UInt64 { next() }
}

/// Secret numbers are drawn without the taps.
extension Port: RandomSource where Adapter == any RandomSource {
    public func next() -> UInt64 { read("next()", unprovided: nothing()) { $0.next() } }

    public func nextSecret() -> UInt64 { adapter?.nextSecret() ?? nothing() }

    private func nothing() -> UInt64 { preconditionFailure("there is no randomness without a source") }
}

extension Dependencies {
    public var randomSource: Port<any RandomSource> {
        get { self["RandomSource"] }
        set { self["RandomSource"] = newValue }
    }
}
