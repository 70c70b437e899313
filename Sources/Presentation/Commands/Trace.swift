import Application
import Domain

/// Writes a line on standard error for each scene, as it happens.
struct Trace: Sendable {
    private let clock: any Clock
    private let start: Duration

    init(clock: any Clock) {
        self.clock = clock
        start = clock.uptime
    }

    @Sendable func onScene(_ course: Course, _ name: String) {
        let milliseconds = (clock.uptime - start).microseconds / 1000
        Console.note("+\(milliseconds)ms \(course.rawValue) \(name)")
    }
}
