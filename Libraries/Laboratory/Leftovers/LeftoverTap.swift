import Synchronization
public import Usecases

/// Sees what a run does, and can end it at one of its calls, as if its process had died there.
///
/// It stands on both sides of the journal: scenes are seen where the use case enters them, and calls where the ports
/// perform them, so that what the journal answers is not seen.
public final class LeftoverTap: Sendable {
    /// Where a run dies.
    public struct Death: Sendable, Hashable, Codable {
        package enum Moment: String, Sendable, Codable, CaseIterable {
            case before
            /// Whoever called does not hear of it any more.
            case after
        }

        /// Counted from 1, among the calls that can fail, those of the server's side included.
        package let ordinal: Int
        package let moment: Moment

        package init(ordinal: Int, moment: Moment) {
            self.ordinal = ordinal
            self.moment = moment
        }
    }

    private struct State {
        var events: [LeftoverRun.Event] = []
        var calls = 0
        var isDead = false
    }

    private let death: Death?
    private let state = Mutex(State())

    /// A witness of one run. Without `death`, it lets the run end by itself.
    public init(death: Death? = nil) {
        self.death = death
    }

    /// The events so far, in order; none from after the death.
    public var events: [LeftoverRun.Event] { state.withLock { $0.events } }

    /// Whether the run got as far as its death.
    package var isDead: Bool { state.withLock { $0.isDead } }

    /// The ports as the run has to be given them.
    public func watching(_ dependencies: Dependencies) -> Dependencies {
        var watched = dependencies.tapped(by: LeftoverCalls(tap: self))
        watched.taps.append(LeftoverScenes(tap: self))
        return watched
    }

    fileprivate func add(_ event: LeftoverRun.Event) {
        state.withLock { if !$0.isDead { $0.events.append(event) } }
    }

    /// Whether the call is the one at which the run dies. Throws if it is dead already.
    fileprivate func begin(_ event: LeftoverRun.Event) throws(ErrorWrapper) -> Bool {
        let isHere = try state.withLock { state throws(ErrorWrapper) in
            guard !state.isDead else { throw .interrupted }
            state.calls += 1
            state.events.append(event)
            return state.calls == death?.ordinal
        }
        if isHere, death?.moment == .before { try die() }
        return isHere
    }

    fileprivate func die() throws(ErrorWrapper) {
        state.withLock { $0.isDead = true }
        throw .interrupted
    }
}

private struct LeftoverCalls: RunTap {
    let tap: LeftoverTap

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let event = LeftoverRun.Event(operation.changes ? .change : .call, operation.call.description)
        let isLast = try tap.begin(event)
        do throws(ErrorWrapper) {
            let value = try await performing()
            if isLast { try tap.die() }
            return value
        } catch {
            // What died within this call is not told of as a failure of the call.
            throw tap.isDead ? .interrupted : error
        }
    }
}

private struct LeftoverScenes: Tap {
    let tap: LeftoverTap

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        Scenes(tap: tap, usecase: run.usecase)
    }

    private struct Scenes: RunTap {
        let tap: LeftoverTap
        let usecase: String

        func enter(_ scene: TappedScene) {
            // The goal is told of when the run has ended there.
            if scene.course != .goal { tap.add(LeftoverRun.Event(.scene, of: usecase, scene.name)) }
        }

        func end(_ ending: RunEnding) {
            switch ending {
            case .goal(let goal): tap.add(LeftoverRun.Event(.goal, of: usecase, goal.name))
            case .failure(let error): tap.add(LeftoverRun.Event(.error, of: usecase, error.name))
            }
        }
    }
}

/// What a run did, in order: the scenes that were entered, on the server's side too, the calls that its ports performed,
/// and how it ended.
public struct LeftoverRun: Sendable, Hashable, Codable {
    /// A scene, an ending or a call.
    public struct Event: Sendable, Hashable, Codable {
        /// The kinds of events.
        public enum Kind: String, Sendable, Codable {
            case scene, goal, error
            /// A call that changes nothing.
            case call
            /// A call that changes something.
            case change
        }

        package let kind: Kind
        /// `nil` for a call.
        package let usecase: String?
        /// The sentence of a scene, the name of an error, or a call as ``PortCallName`` writes it.
        package let name: String

        init(_ kind: Kind, of usecase: String? = nil, _ name: String) {
            self.kind = kind
            self.usecase = usecase
            self.name = name
        }
    }

    /// As ``PlannedRun`` describes itself.
    package let plannedRun: String
    package let events: [Event]

    /// The names in the files of leftovers.
    private enum CodingKeys: String, CodingKey {
        case plannedRun = "undertaking"
        case events
    }

    /// The scene during which the event at this index happened: of the innermost use case that was running.
    func scene(at index: Int) -> Event? {
        var open: [Event] = []
        for event in events.prefix(index) {
            switch event.kind {
            case .scene:
                if open.last?.usecase == event.usecase { open.removeLast() }
                open.append(event)
            case .goal, .error:
                if open.last?.usecase == event.usecase { open.removeLast() }
            case .call, .change: break
            }
        }
        return open.last
    }

    var changes: [String] { events.filter { $0.kind == .change }.map(\.name) }

    /// Why it reached no goal; `nil` if it reached one.
    var failure: String? { events.last.flatMap { $0.kind == .error ? $0.name : nil } }
}
