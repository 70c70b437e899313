import Application
import Domain

/// Writes a line on standard error for each scene, as it happens.
struct Trace: Sendable {
    private let clock: any Clock
    private let language: Language
    private let start: Duration

    init(clock: any Clock, language: Language) {
        self.clock = clock
        self.language = language
        start = clock.uptime
    }

    @Sendable func onScene(_ course: Course, _ sentence: Sentence) {
        let milliseconds = (clock.uptime - start).microseconds / 1000
        Console.note("+\(milliseconds)ms \(course.rawValue) \(sentence.text(in: language))")
    }
}
