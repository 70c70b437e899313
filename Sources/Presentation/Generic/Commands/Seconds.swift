import ArgumentParser

/// A length of time as it is typed: seconds, 0 to 86400, with a fraction if need be.
struct Seconds: Sendable, Hashable, ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard let seconds = Double(argument), (0...86400).contains(seconds) else { return nil }
        duration = .seconds(seconds)
    }
}
