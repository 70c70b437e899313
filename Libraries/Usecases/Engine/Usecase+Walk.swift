extension Usecase {
    /// The engine: plays one scene after another until one of them leads to a goal.
    ///
    /// `walk` gets every scene that was played, even if this throws: it failed in the last one, or was ended after it.
    public static func play(
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
