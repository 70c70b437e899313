import Synchronization
import Usecases

/// How far something is, on a terminal: one line that the next one overwrites.
final class ProgressNote: Sendable {
    private let language: Language
    private let isShown = Console.isErrorTerminal
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(in language: Language) {
        self.language = language
    }

    /// Not more often than a person can read.
    func tell(_ sentence: @autoclosure () -> Sentence) {
        guard isShown else { return }
        let isDue = last.withLock { last in
            let now = ContinuousClock.now
            guard last.map({ $0.duration(to: now) > .milliseconds(250) }) ?? true else { return false }
            last = now
            return true
        }
        if isDue { Console.progress(sentence().text(in: language)) }
    }

    func end() {
        if isShown { Console.progress("") }
    }
}
