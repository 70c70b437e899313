extension Usecase {
    /// Plays the use case from `scene` to a goal and returns the scenario.
    ///
    /// The `observer` receives each scene when it is entered, including the goal. The stream ends with the run. A
    /// cancelled task stops between scenes, or inside a port as soon as the port notices the cancellation. `run`
    /// identifies the run for callers that need the identifier beforehand. By default, the run gets a new identifier.
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
        // A run that is not allowed must not access the journal.
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
                throw .service(error: .authorization(.notPermitted(actor: actor, usecase: name)))
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

extension Usecase {
    /// The engine. It plays scenes one after the other until a scene leads to a goal.
    ///
    /// `walk` receives every scene that was played, even if this method throws. In that case, the last scene failed, or
    /// the run ended after it.
    @inlinable public static func play(
        from scene: Step<Self>, along walk: inout Walk<Self>, with ports: Ports, clock: any Clock,
        before audience: Audience<Self>
    ) async throws(ErrorWrapper) -> Goals {
        let isWatched = !audience.isEmpty
        var step = scene
        var enteredAt = clock.uptime
        while true {
            guard !Task.isCancelled else { throw .interrupted }
            if isWatched { try await audience.enter(step) }
            let following: Scene<Self>
            do {
                following = try await next(after: step, with: ports)
            } catch {
                walk.passages.append(.init(scene: step, duration: clock.uptime - enteredAt))
                throw error
            }
            let leftAt = clock.uptime
            walk.passages.append(.init(scene: step, duration: leftAt - enteredAt))
            enteredAt = leftAt
            switch following {
            case .basic(let scene): step = .basic(scene)
            case .alternate(let scene): step = .alternate(scene)
            case .last(let goal):
                audience.reach(goal)
                return goal
            }
        }
    }
}

/// The receivers of the scenes of a run: its taps, which can end the run there, and an observer.
public struct Audience<U: Usecase>: Sendable {
    @usableFromInline let taps: [any RunTap]
    @usableFromInline let observer: AsyncStream<Scene<U>>.Continuation?

    /// Whether no tap and no observer follows the run. It is read once per run, because notifying an empty audience
    /// would take longer than the scene itself.
    @inlinable var isEmpty: Bool { taps.isEmpty && observer == nil }

    @usableFromInline func enter(_ step: Step<U>) async throws(ErrorWrapper) {
        for tap in taps { try await tap.enter(step.scene.tapped) }
        observer?.yield(step.scene)
    }

    @usableFromInline func reach(_ goal: U.Goals) {
        observer?.yield(.last(goal))
    }
}
