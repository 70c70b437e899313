public import ArgumentParser

/// A duration as it is typed: 0 to 86400 seconds, with or without a fraction.
public struct Seconds: Sendable, Hashable, ExpressibleByArgument {
    package let duration: Duration

    /// `nil` unless the text is a number from 0 to 86400.
    public init?(argument: String) {
        guard let seconds = Double(argument), (0...86400).contains(seconds) else { return nil }
        duration = .seconds(seconds)
    }
}
