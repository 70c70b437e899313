import CalearningApplication
import UsecasesEngine
import UsecasesRuns

extension RunQueue {
    /// Adds a run, and returns its key. Runs with lower numbers come first. A server `a` plays the run if an `ending` is
    /// given, and ends the attempt so.
    @discardableResult func add(_ number: Int = 1, ending: AttemptEnding? = nil) async throws -> UUIDv7 {
        let key = UUIDv7(at: .example + .seconds(number), random: (0, UInt64(number)))
        try await add(QueuedRun(Boot.initial, as: .user, key: key))
        if let ending, let claim = try await claim() { _ = try await end(claim, with: ending) }
        return key
    }

    /// Lets a server `a` claim the run that waits longest.
    @discardableResult func claim() async throws -> RunClaim? {
        try await claim(atMost: 1, by: "a", for: .seconds(30)).first?.claim
    }
}

extension Dependencies {
    static func operated(_ runs: any DurableRuns) -> Dependencies {
        .fixture { $0.durableRuns.adapter = runs }
    }
}
