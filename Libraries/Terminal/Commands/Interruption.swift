import Dispatch
import Foundation
import Synchronization

/// The signals by which the user or the system asks the program to stop.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Runs the work, cancels it at the first such signal, and ends the program at once at the second.
    ///
    /// The signal is returned together with the result of the cancelled work.
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
