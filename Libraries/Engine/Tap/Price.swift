import Synchronization

/// What calls of ports cost. Each number is a count.
package struct Price: Sendable, Hashable {
    /// The calls of ports.
    package var calls = 0
    /// The statements of SQL.
    package var statements = 0
    /// The transactions that write to a database.
    package var commits = 0
    /// The flushes of files and folders to disk.
    package var flushes = 0
    /// The exchanges with another server.
    package var exchanges = 0

    package init(calls: Int = 0, statements: Int = 0, commits: Int = 0, flushes: Int = 0, exchanges: Int = 0) {
        self.calls = calls
        self.statements = statements
        self.commits = commits
        self.flushes = flushes
        self.exchanges = exchanges
    }

    /// The numbers with their names, in the singular.
    package static let parts: [(name: Sentence, count: any WritableKeyPath<Price, Int> & Sendable)] = [
        (Sentence(en: "call", ja: "呼び出し"), \.calls), (Sentence(en: "statement", ja: "SQL文"), \.statements),
        (Sentence(en: "commit", ja: "コミット"), \.commits), (Sentence(en: "flush", ja: "フラッシュ"), \.flushes),
        (Sentence(en: "exchange", ja: "通信"), \.exchanges),
    ]

    /// Returns the price with each number combined with that of another.
    package func combined(with other: Price, _ combine: (Int, Int) -> Int) -> Price {
        var price = self
        for part in Self.parts {
            price[keyPath: part.count] = combine(self[keyPath: part.count], other[keyPath: part.count])
        }
        return price
    }
}

/// Counts what adapters spend, for the specs of their prices. Without a current meter, nothing is counted.
package final class CostMeter: Sendable {
    @TaskLocal package static var current: CostMeter?

    private let spent = Mutex(Price())

    package init() {}

    package var price: Price { spent.withLock { $0 } }

    /// Counts one of these for the current meter.
    package static func count(_ part: any WritableKeyPath<Price, Int> & Sendable) {
        current?.spent.withLock { $0[keyPath: part] += 1 }
    }
}
