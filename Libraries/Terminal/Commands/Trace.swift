public import Usecases

/// Writes a line for each scene, as it happens: on standard error, unless it is told to write elsewhere.
public struct Trace: Sendable {
    private let clock: any Clock
    private let language: Language
    private let start: Duration
    private let write: @Sendable (String) -> Void

    /// The times of its lines count from now, by the uptime of the clock.
    public init(
        clock: any Clock, language: Language, write: @escaping @Sendable (String) -> Void = { Console.note($0) }
    ) {
        self.clock = clock
        self.language = language
        start = clock.uptime
        self.write = write
    }

    /// Writes the milliseconds since the start, the course and the sentence of the scene.
    @Sendable public func onScene(_ course: Course, _ sentence: Sentence) {
        let milliseconds = (clock.uptime - start).microseconds / 1000
        write("+\(milliseconds)ms \(course.rawValue) \(sentence.text(in: language))")
    }
}
