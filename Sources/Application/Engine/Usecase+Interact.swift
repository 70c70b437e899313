package import Domain

extension Usecase {
    /// Walks from `scene` to a goal and returns the scenario.
    ///
    /// Each scene is yielded to `observer` when it is entered, the goal too; the stream ends with the run. A cancelled
    /// task stops between scenes, and inside a port as soon as the port notices. `run` identifies the run, for those who
    /// have to know it before; without it the run gets an identifier of its own.
    @concurrent package static func interact(
        from scene: Step<Self>,
        as actor: Actor = .user,
        with dependencies: Dependencies,
        run: UUIDv7? = nil,
        observer: AsyncStream<Scene<Self>>.Continuation? = nil
    ) async throws(UnfinishedScenario<Self>) -> Scenario<Self> {
        defer { observer?.finish() }
        let clock = dependencies.clock
        var walk = Walk<Self>(
            run: run ?? UUIDv7(clock: clock, randomSource: dependencies.randomSource),
            actor: actor,
            startedAt: clock.now)
        guard actors.contains(actor) else {
            let refusal = ServiceErrors.Authorization.実行を許可されていません(actor: actor.rawValue, usecase: name)
            throw UnfinishedScenario(walk: walk, error: .service(error: .authorization(refusal)))
        }

        var step = scene
        var enteredAt = clock.uptime
        while true {
            guard !Task.isCancelled else { throw UnfinishedScenario(walk: walk, error: .interrupted) }
            observer?.yield(step.scene)
            let following: Scene<Self>
            do {
                following = try await next(after: step, with: dependencies)
            } catch {
                walk.passages.append(.init(scene: step, duration: clock.uptime - enteredAt))
                throw UnfinishedScenario(walk: walk, error: error)
            }
            let leftAt = clock.uptime
            walk.passages.append(.init(scene: step, duration: leftAt - enteredAt))
            enteredAt = leftAt
            switch following {
            case .basic(let scene): step = .basic(scene)
            case .alternate(let scene): step = .alternate(scene)
            case .last(let goal):
                observer?.yield(following)
                return Scenario(walk: walk, goal: goal)
            }
        }
    }
}
