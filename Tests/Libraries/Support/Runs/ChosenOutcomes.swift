import Synchronization
package import UsecasesEngine

/// A tap that answers each call with an outcome of its catalogue. It uses the chosen outcomes first, then the first of
/// each call.
package final class ChosenOutcomes: Tap, RunTap {
    private let choices: [Int]
    private let counts = Mutex<[(call: PortCallName, names: [String], choice: Int)]>([])

    package init(_ choices: [Int]) {
        self.choices = choices
    }

    package var taken: [(call: PortCallName, names: [String], choice: Int)] { counts.withLock { $0 } }

    package func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    package func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) throws(ErrorWrapper) -> Value {
        let outcomes = operation.outcomes
        let choice = counts.withLock { counts in
            let choice = counts.count < choices.count ? choices[counts.count] : 0
            counts.append((operation.call, outcomes.map(\.name), choice))
            return choice
        }
        return try outcomes[choice].result.get()
    }
}

extension Usecase {
    /// Calls `body` with each beginning and the outcomes of each way from it. `body` runs the use case once with them.
    package static func forEachWay(_ body: (Step<Self>, ChosenOutcomes) async throws -> Void) async rethrows {
        for beginning in beginnings {
            var choices: [Int]? = []
            while let chosen = choices {
                let outcomes = ChosenOutcomes(chosen)
                try await body(beginning, outcomes)
                choices = nextChoices(after: outcomes.taken)
            }
        }
    }

    private static func nextChoices(
        after taken: [(call: PortCallName, names: [String], choice: Int)]
    ) -> [Int]? {
        guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.names.count }) else { return nil }
        return taken[..<last].map(\.choice) + [taken[last].choice + 1]
    }
}
