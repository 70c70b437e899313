#if Server
package import Logging
import Synchronization
package import UsecasesEngine

/// A log handler that writes each message as a JSON object on one line:
/// `{"time":"2026-11-20T12:00:00.000Z","level":"info","message":"…","logger":"…","key":"value"}`.
///
/// Metadata become members next to these four, in the order of their keys. A key that equals one of these or
/// `left_out`, with or without leading `_`, is prefixed with another `_`. Numbers and booleans keep their types. A line
/// has at most 4 KiB. Texts are truncated after 512 bytes, with a note. The member `left_out` counts the members that
/// do not fit.
package struct JSONLogHandler: LogHandler {
    /// The level of the switch, until it is set.
    package var logLevel: Logger.Level {
        get { ownLevel ?? level.value }
        set { ownLevel = newValue }
    }
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    private let level: LogLevelSwitch
    private var ownLevel: Logger.Level?
    private let label: String
    private let clock: any Clock
    private let prefixesPriority: Bool
    private let admits: @Sendable () -> Bool
    private let text: (@Sendable (Logger.Level, String, Logger.Metadata) -> String)?
    private let output: @Sendable (String) -> Void

    /// Creates a handler that passes each line, with its line break, to `output`. With `prefixesPriority`, each line
    /// begins with `<N>`, and the journal reads its priority from it. With `text`, the handler writes its lines instead
    /// of JSON. A line that `admits` refuses is not created. Loggers with the same destination should share one output,
    /// because this prevents interleaved lines.
    package init(
        label: String, clock: any Clock, level: LogLevelSwitch = LogLevelSwitch(.info), prefixesPriority: Bool = false,
        text: (@Sendable (Logger.Level, String, Logger.Metadata) -> String)? = nil,
        admits: @escaping @Sendable () -> Bool = { true }, output: @escaping @Sendable (String) -> Void
    ) {
        self.level = level
        self.label = label
        self.clock = clock
        self.prefixesPriority = prefixesPriority
        self.text = text
        self.admits = admits
        self.output = output
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        guard admits() else { return }
        output(line(event.level, "\(event.message)", members(of: event)))
    }

    /// Returns the line with its line break.
    package func line(_ level: Logger.Level, _ message: String, _ members: Logger.Metadata) -> String {
        if let text { return text(level, message, members) }
        var line = JSONLine()
        line.append("time", "\(clock.now)")
        line.append("level", level.rawValue)
        line.append("message", message)
        line.append("logger", label)
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            line.append(Self.isReserved(key) ? "_" + key : key, value)
        }
        return prefixesPriority ? "<\(level.priority)>" + line.finished() : line.finished()
    }

    /// Returns the merged metadata. The message's metadata override the task's, and these override the logger's.
    private func members(of event: LogEvent) -> Logger.Metadata {
        var members = metadata
        for more in [metadataProvider?.get(), event.metadata] {
            guard let more else { continue }
            if members.isEmpty { members = more } else { members.merge(more) { $1 } }
        }
        if let error = event.error {
            members["error.message"] = "\(error)"
            members["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        return members
    }

    private static func isReserved(_ key: String) -> Bool {
        let name = key.utf8.first == UInt8(ascii: "_") ? String(key.drop { $0 == "_" }) : key
        return switch name {
        case "time", "level", "message", "logger", "left_out": true
        default: false
        }
    }
}

extension Logger.Level {
    /// The priority number of sd-daemon(3).
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

/// A log level that can change while loggers use it.
package final class LogLevelSwitch: Sendable {
    private let level: Mutex<Logger.Level>

    package init(_ level: Logger.Level) {
        self.level = Mutex(level)
    }

    package var value: Logger.Level {
        get { level.withLock(\.self) }
        set { level.withLock { $0 = newValue } }
    }
}
#endif
