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
        let run = run ?? UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource)
        let isAllowed = actors.contains(actor)
        // Who may not run it has no business in the journal either.
        let taps = isDurable && isAllowed ? [dependencies.journal] + dependencies.taps : dependencies.taps
        var dependencies = dependencies
        var runTaps: [any RunTap] = []
        for tap in taps {
            do {
                let description = RunDescription(run: run, usecase: name, actor: actor.rawValue)
                let runTap = try await tap.begin(description, at: scene.scene.tapped)
                runTaps.append(runTap)
                dependencies = dependencies.tapped(by: runTap)
            } catch {
                let walk = Walk<Self>(run: run, actor: actor, startedAt: dependencies.clock.now)
                throw UnfinishedScenario(walk: walk, error: error)
            }
        }

        var walk = Walk<Self>(run: run, actor: actor, startedAt: dependencies.clock.now)
        do throws(ErrorWrapper) {
            guard isAllowed else {
                let refusal = ServiceErrors.Authorization.実行を許可されていません(actor: actor.rawValue, usecase: name)
                throw ErrorWrapper.service(error: .authorization(refusal))
            }
            let goal = try await play(from: scene, along: &walk, with: dependencies, told: runTaps, observer: observer)
            for tap in runTaps { try await tap.end(.goal((.last(goal) as Scene<Self>).tapped)) }
            return Scenario(walk: walk, goal: goal)
        } catch {
            throw UnfinishedScenario(walk: walk, error: await end(runTaps, with: error))
        }
    }

    private static func play(
        from scene: Step<Self>, along walk: inout Walk<Self>, with dependencies: Dependencies, told taps: [any RunTap],
        observer: AsyncStream<Scene<Self>>.Continuation?
    ) async throws(ErrorWrapper) -> Goals {
        let clock = dependencies.clock
        var step = scene
        var enteredAt = clock.uptime
        while true {
            guard !Task.isCancelled else { throw .interrupted }
            for tap in taps { try await tap.enter(step.scene.tapped) }
            observer?.yield(step.scene)
            let following: Scene<Self>
            do {
                following = try await next(after: step, with: dependencies)
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
                observer?.yield(following)
                return goal
            }
        }
    }
}

/// Tells the taps why the run failed. What they have to say to that is the nearest cause of the error.
private func end(_ taps: [any RunTap], with error: ErrorWrapper) async -> ErrorWrapper {
    var ending = error
    for tap in taps {
        do {
            try await tap.end(.failure(error))
        } catch let failure {
            switch ending {
            case .service(let error, let args, let cause):
                ending = .service(error: error, args: args, causedBy: TapFailure(failure: failure, causedBy: cause))
            case .system(let error, let args, let cause):
                ending = .system(error: error, args: args, causedBy: TapFailure(failure: failure, causedBy: cause))
            }
        }
    }
    return ending
}

/// A tap that could not be told that a run had failed, beside what the run failed of.
private struct TapFailure: CausedError, CustomStringConvertible {
    let failure: ErrorWrapper
    let causedBy: (any Error)?

    var description: String { "in addition: \(failure)" }
}
