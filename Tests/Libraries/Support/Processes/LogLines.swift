#if Server
import Synchronization

/// The lines written by a log handler.
package final class LogLines: Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    package var all: [String] { state.withLock { $0 } }

    /// The part of each line after the four common members, without the closing brace.
    package var members: [String] {
        all.map { line in
            let start = line.firstRange(of: #""logger":""#)?.upperBound ?? line.startIndex
            return String(line[start...].drop { $0 != "," }.dropFirst().dropLast(2))
        }
    }

    @Sendable package func append(_ line: String) {
        state.withLock { $0.append(line) }
    }
}
#endif
