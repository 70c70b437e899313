import Dispatch
import Foundation
import Synchronization
import Usecases

/// The signals of the user or the system that stop the program.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Runs the work. The first signal cancels it, and the second ends the program immediately.
    ///
    /// Returns the signal together with the result of the cancelled work.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) async -> (value: Value, signal: Int32?) {
        let received = Mutex<Int32?>(nil)
        let task = Task { await work() }
        let sources = signals.map { number in
            // The source sees the signal only if the default action does not end the program first.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                let isFirst = received.withLock { received in
                    defer { received = received ?? number }
                    return received == nil
                }
                guard isFirst else { exit(128 + number) }
                task.cancel()
            }
            source.resume()
            return source
        }
        let value = await task.value
        for (number, source) in zip(signals, sources) {
            source.cancel()
            signal(number, SIG_DFL)
        }
        return (value, received.withLock { $0 })
    }
}

/// The signal handling of the program from its start.
enum Signals {
    static func prepare() {
        // A write reports a closed reader as an error.
        signal(SIGPIPE, SIG_IGN)
        // The runtime would treat these signals as its own crashes, report them, and continue.
        for number in [SIGQUIT, SIGABRT] { signal(number, SIG_DFL) }
    }

    /// Ends the program with the signal's default action, because the parent process must see the signal.
    static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        exit(128 + number)
    }
}

/// A progress line on a terminal. Each new line overwrites it.
final class ProgressNote: Sendable {
    private let language: Language
    private let isShown = Console.isErrorTerminal
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(in language: Language) {
        self.language = language
    }

    /// Shows the sentence, at most every 250 milliseconds, because the user must be able to read it.
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
