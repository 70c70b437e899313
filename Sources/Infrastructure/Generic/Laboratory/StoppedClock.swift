package import Domain

/// A clock on which it is always the same moment, and nobody waits.
package struct StoppedClock: Clock {
    package let now = Timestamp.example
    package let uptime = Duration.zero

    package init() {}

    package func sleep(for duration: Duration) {}
}
