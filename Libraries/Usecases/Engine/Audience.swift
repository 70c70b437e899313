/// Is notified of each scene of a run as it is entered: the taps of the run, which may end it there, and an observer.
public struct Audience<U: Usecase>: Sendable {
    let taps: [any RunTap]
    let observer: AsyncStream<Scene<U>>.Continuation?

    /// Asked once a run: telling nobody of a scene would take longer than the scene itself.
    var isEmpty: Bool { taps.isEmpty && observer == nil }

    func enter(_ step: Step<U>) async throws(ErrorWrapper) {
        for tap in taps { try await tap.enter(step.scene.tapped) }
        observer?.yield(step.scene)
    }

    func reach(_ goal: U.Goals) {
        observer?.yield(.last(goal))
    }
}
