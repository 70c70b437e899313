package import UsecasesEngine

/// Some durable runs, in the order of their keys. Earlier runs come first.
package struct RunPage: Sendable, Hashable, Codable {
    /// The maximum number of runs on a page.
    package static let size = 100

    package let runs: [DurableRun]
    /// Whether more runs follow.
    package let hasMore: Bool

    /// Creates a page from the runs that follow. `runs` must contain one run more than a page, if so many exist.
    package init(following runs: [DurableRun]) {
        self.runs = Array(runs.prefix(Self.size))
        hasMore = runs.count > Self.size
    }
}
