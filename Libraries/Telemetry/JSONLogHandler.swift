#if Server
package import Logging
package import Usecases

/// Writes each log message as one JSON object on a line of its own:
/// `{"time":"2026-11-20T12:00:00.000Z","level":"info","message":"…","logger":"…","key":"value"}`.
///
/// Metadata become members beside these four, in the order of their keys. A key that equals one of these or `left_out`,
/// with or without leading `_`, is prefixed with another `_`. Numbers and booleans keep their types. No line has more
/// than 4 KiB: texts are truncated after 512 bytes, with a note; members that then do not fit are counted in
/// `left_out`.
package struct JSONLogHandler: LogHandler {
    package var logLevel = Logger.Level.info
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let clock: any Clock
    private let prefixesPriority: Bool
    private let output: @Sendable (String) -> Void

    /// With `prefixesPriority`, each line begins with `<N>`, from which the journal takes its priority. `output` receives each line with its line break. Loggers that write to the same destination should share one
    /// output, so that their lines are never interleaved.
    package init(
        label: String, clock: any Clock, prefixesPriority: Bool = false, output: @escaping @Sendable (String) -> Void
    ) {
        self.label = label
        self.clock = clock
        self.prefixesPriority = prefixesPriority
        self.output = output
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        output(line(event.level, "\(event.message)", members(of: event)))
    }

    /// The line with its line break.
    package func line(_ level: Logger.Level, _ message: String, _ members: Logger.Metadata) -> String {
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

    /// Metadata of the message override those of the task, which override those of the logger.
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
    /// As sd-daemon(3) counts.
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

/// Passes on messages within the budget, and counts the rest.
package struct BudgetedLogHandler: LogHandler {
    private var base: any LogHandler
    private let budget: LineBudget
    private let dropped: DroppedLines

    package init(_ base: any LogHandler, budget: LineBudget, dropped: DroppedLines) {
        self.base = base
        self.budget = budget
        self.dropped = dropped
    }

    package var logLevel: Logger.Level {
        get { base.logLevel }
        set { base.logLevel = newValue }
    }

    package var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    package var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    package func log(event: LogEvent) {
        guard budget.take() else { return dropped.count(.rate) }
        base.log(event: event)
    }
}
#endif
