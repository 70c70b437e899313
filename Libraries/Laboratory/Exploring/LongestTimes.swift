public import UsecasesEngine

/// The longest time that the runs of a use case wait for their ports, with the configured adapters.
public struct LongestTimes: Sendable {
    /// The longest wait for one call.
    public struct Wait: Sendable, Hashable {
        /// The call in the form of ``/UsecasesEngine/PortCallName``, or `…` for the rest of an endless path.
        public let call: String
        /// The longest time, or `nil` if the call may wait forever.
        public let longest: Duration?
    }

    /// The calls of a path that may wait, in order.
    public struct Path: Sendable, Hashable {
        /// The waits in order, without waits of zero duration.
        public let waits: [Wait]
        /// The sum of the waits, or `nil` if one of them may last forever.
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

    /// The longest of all paths.
    public private(set) var whole = Path([])
    /// The longest path of each scenario.
    public private(set) var scenarios: [ScenarioName: Path] = [:]

    /// Calculates the times. `dependencies` contains the configured adapters. None of them is called.
    public init(_ exploration: Exploration, with dependencies: Dependencies) async {
        var known: [String: Duration?] = [:]
        func wait(_ call: PortCallName) async -> Wait {
            let name = "\(call.port).\(call.operation)"
            if known[name] == nil {
                known[name] = .some(await dependencies.longest(OperationName(call.operation), of: call.port))
            }
            return Wait(call: "\(call)", longest: known[name] ?? nil)
        }
        // The journal is outside the run, so it is not among the run's calls.
        let journal = PortCallName(
            port: Port<any Journal>.name, operation: Port<any Journal>.begin.text, arguments: ["run", "scene"])
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
