#if Server
package import Logging
import Synchronization

package final class RecordedLog: Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    package var lines: [String] { state.withLock { $0 } }

    package var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
            let pairs = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            log.state.withLock { $0.append("\(event.level): \(event.message)\(pairs)") }
        }
    }
}
#endif
