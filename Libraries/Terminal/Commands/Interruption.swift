package import Dispatch
import Foundation
import Synchronization
import UsecasesEngine

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
        // The work begins when the signals are received.
        let (reception, beginning) = AsyncStream.makeStream(of: Never.self)
        let task = Task {
            for await _ in reception {}
            return await work()
        }
        let sources = await Signals.receive(signals, on: .global()) { number in
            let isFirst = received.withLock { received in
                defer { received = received ?? number }
                return received == nil
            }
            guard isFirst else { exit(128 + number) }
            task.cancel()
        }
        beginning.finish()
        let value = await task.value
        for (number, source) in zip(signals, sources) {
            source.cancel()
            signal(number, SIG_DFL)
        }
        return (value, received.withLock { $0 })
    }
}

/// The signal handling of the program from its start.
package enum Signals {
    /// Starts sources of the signals, and returns after all of them listen. An earlier signal is not lost, because it still
    /// has its default action.
    package static func receive(
        _ signals: [Int32], on queue: DispatchQueue, _ handler: @escaping @Sendable (Int32) -> Void
    ) async -> [any DispatchSourceSignal] {
        var sources: [any DispatchSourceSignal] = []
        for number in signals {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handler(number) }
            await withCheckedContinuation { continuation in
                source.setRegistrationHandler {
                    replaceDefaultAction(of: number)
                    continuation.resume()
                }
                source.resume()
            }
            sources.append(source)
        }
        return sources
    }

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

#if canImport(Darwin)
extension Signals {
    /// The default action would end the program, although a source listens.
    private static func replaceDefaultAction(of number: Int32) { signal(number, SIG_IGN) }
}
#else
extension Signals {
    /// Dispatch has replaced the action already.
    private static func replaceDefaultAction(of number: Int32) {}
}
#endif

/// A progress line on a terminal, after half a second. Each new line overwrites it.
final class ProgressNote: Sendable {
    private let language: Language
    private let latest = Mutex<(@Sendable () -> Sentence)?>(nil)
    private let showing = Mutex<Task<Void, Never>?>(nil)

    init(in language: Language) {
        self.language = language
        guard Console.isErrorTerminal else { return }
        let task = Task.detached { [weak self] in
            try? await Task.sleep(for: .milliseconds(500))
            while !Task.isCancelled, let self {
                if let sentence = self.latest.withLock({ $0.take() }) {
                    Console.progress(sentence().text(in: self.language))
                }
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        showing.withLock { $0 = task }
    }

    /// Changes the sentence. It is shown within 250 milliseconds, because the user must be able to read it. It is built
    /// only then, because a search calls this very often.
    func tell(_ sentence: @autoclosure @escaping @Sendable () -> Sentence) {
        latest.withLock { $0 = sentence }
    }

    /// Removes the line, after it has been written.
    func end() async {
        guard let task = showing.withLock({ $0.take() }) else { return }
        task.cancel()
        await task.value
        Console.progress("")
    }
}
