import Domain

extension Usecase {
    /// The engine: plays one scene after another until one of them leads to a goal.
    ///
    /// `walk` gets every scene that was played, even if this throws: it failed in the last one, or was ended after it.
    static func play(
        from scene: Step<Self>, along walk: inout Walk<Self>, with ports: Ports, clock: any Clock,
        before audience: Audience<Self>
    ) async throws(ErrorWrapper) -> Goals {
        var step = scene
        var enteredAt = clock.uptime
        while true {
            guard !Task.isCancelled else { throw .interrupted }
            try await audience.enter(step)
            let following: Scene<Self>
            do {
                defer {
                    let leftAt = clock.uptime
                    walk.passages.append(.init(scene: step, duration: leftAt - enteredAt))
                    enteredAt = leftAt
                }
                following = try await next(after: step, with: ports)
            }
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
