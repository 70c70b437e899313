#if Server
import Logging
import Metrics
import UsecasesEngine
import UsecasesTelemetry
import UsecasesTerminal

/// The log of the service on standard error. The service does not wait for it. A terminal shows it as text.
struct ServerLog: Sendable {
    /// The maximum time that the end of the program waits for lines without a reader.
    static let timeout = Duration.seconds(1)

    let logger: Logger
    /// The logger for lines of requests. They have a budget, and are written after all lines of the service itself.
    let requestLogger: Logger
    /// The logger for lines about logins and accounts. It has its own budget of the same size.
    let securityLogger: Logger
    /// The logger for lines about refused requests. It has its own budget of the same size.
    let refusalLogger: Logger
    private let queue: LineQueue
    private let level: LogLevelSwitch
    private let budgets: [LineBudget]

    init(_ settings: ServerSettings, of product: Product, clock: any Clock, metrics: any MetricsFactory) {
        let dropped = DroppedLines(metrics: metrics, prefix: product.name)
        let isJournal = SystemdJournal.receives(Environment.process["JOURNAL_STREAM"])
        // Lines of the level `info` tell a person at a terminal nothing new.
        let isTerminal = Console.isErrorTerminal
        let level = LogLevelSwitch(isTerminal && settings.logLevel == .info ? .notice : settings.logLevel)
        let text: @Sendable (Logger.Level, String, Logger.Metadata) -> String = {
            Self.text($0, $1, $2, at: clock.now)
        }
        self.level = level
        @Sendable func handler(
            admits: @escaping @Sendable () -> Bool = { true }, _ output: @escaping @Sendable (String) -> Void
        ) -> JSONLogHandler {
            JSONLogHandler(
                label: product.name, clock: clock, level: level, prefixesPriority: isJournal,
                text: isTerminal ? text : nil, admits: admits, output: output)
        }
        let notices = handler { _ in }
        let queue = LineQueue(output: LineOutput(waitsForRoom: true), dropped: dropped, clock: clock) { counts in
            notices.line(
                .warning, "lines of the log were left out",
                Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, .stringConvertible($0.value)) }))
        }
        self.queue = queue
        logger = Logger(label: product.name) { _ in handler { queue.write($0, .essential) } }
        let kinds = [LineQueue.Kind.request, .security, .security]
        let budgets = kinds.map { _ in LineBudget(rate: settings.logRate, clock: clock) }
        self.budgets = budgets
        let budgeted = zip(kinds, budgets).map { kind, budget in
            Logger(label: product.name) { _ in
                handler(admits: { dropped.admits(kind, within: budget) }) { queue.write($0, kind) }
            }
        }
        (requestLogger, securityLogger, refusalLogger) = (budgeted[0], budgeted[1], budgeted[2])
    }

    /// Returns a line for a terminal, with its line break.
    private static func text(
        _ level: Logger.Level, _ message: String, _ members: Logger.Metadata, at time: Timestamp
    ) -> String {
        let details = members.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return "\(time.toTheSecond) \(level.rawValue): \(message)\(details)".harmless + "\n"
    }

    func apply(_ settings: ServerSettings) {
        level.value = settings.logLevel
        for budget in budgets { budget.setRate(settings.logRate) }
    }

    func flush(within limit: Duration = timeout) {
        queue.flush(within: limit)
    }
}

extension Logger.Metadata {
    /// Returns all known details of an error. `args` describes the failed call and never contains a secret.
    static func failure(_ error: ErrorWrapper) -> Logger.Metadata {
        let report = ErrorReport(error)
        return failure(report).merging(["args": .dictionary(report.args.mapValues { .string($0) })]) { $1 }
    }

    /// Returns the names of an error, its explanation and its causes.
    static func failure(_ report: ErrorReport) -> Logger.Metadata {
        [
            "error": "\(report.name)", "error.type": "\(report.asciiName)",
            "explanation": "\(report.message.text(in: .en))",
            "causes": .array(report.causedBy.map { .string($0) }),
        ]
    }
}
#endif
