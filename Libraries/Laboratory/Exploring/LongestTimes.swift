public import Usecases

/// How long the runs of a use case wait at most for their ports, as these are configured.
public struct LongestTimes: Sendable {
    /// The longest wait for one call.
    public struct Wait: Sendable, Hashable {
        /// The call as ``/Usecases/PortCallName`` writes it; `…` for the rest of an endless way.
        public let call: String
        /// `nil` if it may wait for ever.
        public let longest: Duration?
    }

    /// The calls of a way that may wait, in order.
    public struct Path: Sendable, Hashable {
        /// The waits in order, without those of no time.
        public let waits: [Wait]
        /// `nil` if one of them may wait for ever.
        public let total: Duration?

        init(_ waits: [Wait]) {
            self.waits = waits.filter { $0.longest != .zero }
            total = waits.reduce(.zero as Duration?) { total, wait in
                guard let total, let longest = wait.longest else { return nil }
                return total + longest
            }
        }

        fileprivate func isLonger(than other: Path) -> Bool {
            guard let otherTotal = other.total else { return false }
            return total.map { $0 > otherTotal } ?? true
        }
    }

    /// The longest of all ways.
    public private(set) var whole = Path([])
    /// The longest of the ways that lead through each scenario.
    public private(set) var scenarios: [ScenarioName: Path] = [:]

    /// `dependencies` has the adapters that are configured; none of them is called.
    public init(_ exploration: Exploration, with dependencies: Dependencies) async {
        var known: [String: Duration?] = [:]
        func wait(_ call: PortCallName) async -> Wait {
            let name = "\(call.port).\(call.operation)"
            if known[name] == nil {
                known[name] = .some(await dependencies.longest(OperationName(call.operation), of: call.port))
            }
            return Wait(call: "\(call)", longest: known[name] ?? nil)
        }
        // The journal is behind the run, and not among its calls.
        let journal = PortCallName(port: "Journal", operation: "begin(_:at:)", arguments: ["run", "scene"])
        let before = exploration.usecase.isDurable ? [await wait(journal)] : []
        for way in exploration.ways {
            var waits = before
            for case .call(let call, _) in way.events { waits.append(await wait(call)) }
            if case .endless = way.ending { waits.append(Wait(call: "…", longest: nil)) }
            let path = Path(waits)
            if path.isLonger(than: whole) { whole = path }
            guard let scenario = way.scenario else { continue }
            if scenarios[scenario].map({ path.isLonger(than: $0) }) ?? true { scenarios[scenario] = path }
        }
    }
}
