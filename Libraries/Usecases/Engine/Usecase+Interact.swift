extension Usecase {
    /// Walks from `scene` to a goal and returns the scenario.
    ///
    /// Each scene is yielded to `observer` when it is entered, the goal too; the stream ends with the run. A cancelled
    /// task stops between scenes, and inside a port as soon as the port notices. `run` identifies the run, for callers
    /// that have to know the identifier beforehand; without it the run gets a new one.
    @concurrent public static func interact(
        from scene: Step<Self>,
        as actor: Actor = .user,
        with dependencies: Dependencies,
        run: UUIDv7? = nil,
        observer: AsyncStream<Scene<Self>>.Continuation? = nil
    ) async throws(UnfinishedScenario<Self>) -> Scenario<Self> {
        defer { observer?.finish() }
        let run = run ?? UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource)
        let isAllowed = actors.contains(actor)
        // A run that is not allowed must not touch the journal either.
        let journal: [any Tap] = isDurable && isAllowed ? [dependencies.journal] : []
        var tapped = TappedRun(dependencies)
        do throws(ErrorWrapper) {
            try await tapped.begin(
                RunDescription(run: run, usecase: name, actor: actor), at: scene.scene.tapped,
                through: journal + dependencies.taps)
        } catch {
            let walk = Walk<Self>(run: run, actor: actor, startedAt: tapped.dependencies.clock.now)
            throw UnfinishedScenario(walk: walk, error: error)
        }

        let clock = tapped.dependencies.clock
        var walk = Walk<Self>(run: run, actor: actor, startedAt: clock.now)
        do throws(ErrorWrapper) {
            guard isAllowed else {
                throw .service(error: .authorization(.実行を許可されていません(actor: actor, usecase: name)))
            }
            let executor = isDurable ? dependencies.journal.executor : nil
            let goal = try await withTaskExecutorPreference(executor) { () async throws(ErrorWrapper) in
                try await play(
                    from: scene, along: &walk, with: Ports(tapped.dependencies), clock: clock,
                    before: Audience(taps: tapped.taps, observer: observer))
            }
            try await tapped.end(at: (.last(goal) as Scene<Self>).tapped)
            return Scenario(walk: walk, goal: goal)
        } catch {
            throw UnfinishedScenario(walk: walk, error: await tapped.end(with: error))
        }
    }
}
