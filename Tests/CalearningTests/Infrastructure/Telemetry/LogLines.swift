#if Server
import Synchronization

/// The lines that a log handler wrote.
final class LogLines: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { $0 } }

    /// Of each line what comes after the four members that all have, without the brace at the end.
    var members: [String] {
        all.map { line in
            let start = line.firstRange(of: #""logger":""#)?.upperBound ?? line.startIndex
            return String(line[start...].drop { $0 != "," }.dropFirst().dropLast(2))
        }
    }

    @Sendable func append(_ line: String) {
        state.withLock { $0.append(line) }
    }
}
#endif
