import Synchronization
public import UsecasesEngine

/// Records the events of a run, and can end the run at one of its calls, as if its process had died there.
///
/// It records scenes in front of the journal, and calls behind it. Calls that the journal answers are therefore not
/// recorded.
public final class LeftoverTap: Sendable {
    /// The point of a run's death.
    public struct Death: Sendable, Hashable, Codable {
        package enum Moment: String, Sendable, Codable, CaseIterable {
            case before
            /// The caller does not receive the result.
            case after
        }

        /// The number of the call, counted from 1 among the calls that can fail, including calls on the server's side.
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

    /// Creates a tap for one run. Without `death`, the run ends normally.
    public init(death: Death? = nil) {
        self.death = death
    }

    /// The events so far, in order. Events after the death are not included.
    public var events: [LeftoverRun.Event] { state.withLock { $0.events } }

    /// Whether the run reached its death.
    package var isDead: Bool { state.withLock { $0.isDead } }

    /// Returns the ports to pass to the run.
    public func watching(_ dependencies: Dependencies) -> Dependencies {
        var watched = dependencies.tapped(by: LeftoverCalls(tap: self))
        watched.taps.append(LeftoverScenes(tap: self))
        return watched
    }

    fileprivate func add(_ event: LeftoverRun.Event) {
        state.withLock { if !$0.isDead { $0.events.append(event) } }
    }

    /// Returns whether the run dies at this call. Throws if it is already dead.
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
            // A death within this call is not reported as a failure of the call.
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
            // The goal is recorded when the run has ended.
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

/// The events of a run in order, including the server's side. They are its scenes, its port calls, and its ending.
public struct LeftoverRun: Sendable, Hashable, Codable {
    /// A scene, an ending or a call.
    public struct Event: Sendable, Hashable, Codable {
        /// The kinds of events. `goal` and `error` are endings.
        public enum Kind: String, Sendable, Codable {
            case scene, goal, error
            /// A call without side effects.
            case call
            /// A call with side effects.
            case change
        }

        package let kind: Kind
        /// The use case, or `nil` for a call.
        package let usecase: String?
        /// The sentence of a scene, the name of an error, or the description of a ``PortCallName``.
        package let name: String

        init(_ kind: Kind, of usecase: String? = nil, _ name: String) {
            self.kind = kind
            self.usecase = usecase
            self.name = name
        }

        private enum ErrorKeys: CodingKey {
            case error
        }

        /// Encodes the members, and the names of an error as `error`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try container.encodeIfPresent(usecase, forKey: .usecase)
            try container.encode(name, forKey: .name)
            guard kind == .error else { return }
            var names = encoder.container(keyedBy: ErrorKeys.self)
            try names.encode(ErrorNames(of: name), forKey: .error)
        }
    }

    /// The description of the ``PlannedRun``.
    package let plannedRun: String
    package let events: [Event]

    /// The names in the files of leftovers.
    private enum CodingKeys: String, CodingKey {
        case plannedRun = "undertaking"
        case events
    }

    /// Returns the scene of the event at this index, in the innermost running use case.
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

    /// The error of the run, or `nil` if it reached a goal.
    var failure: String? { events.last.flatMap { $0.kind == .error ? $0.name : nil } }
}
