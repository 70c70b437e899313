package import Usecases

/// A clock that always shows the same moment, and on which sleeping takes no time.
package struct StoppedClock: Clock {
    package let now = Timestamp.example
    package let uptime = Duration.zero

    package init() {}

    package func sleep(for duration: Duration) {}
}
