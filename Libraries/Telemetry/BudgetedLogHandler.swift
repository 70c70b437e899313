#if Server
package import Logging

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
