import Domain

/// The operating system's cryptographically secure generator.
package struct SystemRandomSource: RandomSource {
    package init() {}

    package func next() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
