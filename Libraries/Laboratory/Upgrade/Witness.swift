import Synchronization
public import Usecases

/// Sees what a run does, and can end it at one of its calls, as if its process had died there.
///
/// It stands on both sides of the journal: scenes are seen where the use case enters them, and calls where the ports
/// perform them, so that what the journal answers is not seen.
public final class Witness: Sendable {
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
        var events: [WitnessedRun.Event] = []
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
    public var events: [WitnessedRun.Event] { state.withLock { $0.events } }

    /// Whether the run got as far as its death.
    package var isDead: Bool { state.withLock { $0.isDead } }

    /// The ports as the run has to be given them.
    public func watching(_ dependencies: Dependencies) -> Dependencies {
        var watched = dependencies.tapped(by: CallWitness(witness: self))
        watched.taps.append(SceneWitness(witness: self))
        return watched
    }

    fileprivate func add(_ event: WitnessedRun.Event) {
        state.withLock { if !$0.isDead { $0.events.append(event) } }
    }

    /// Whether the call is the one at which the run dies. Throws if it is dead already.
    fileprivate func begin(_ event: WitnessedRun.Event) throws(ErrorWrapper) -> Bool {
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

private struct CallWitness: RunTap {
    let witness: Witness

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let event = WitnessedRun.Event(operation.changes ? .change : .call, operation.call.description)
        let isLast = try witness.begin(event)
        do throws(ErrorWrapper) {
            let value = try await performing()
            if isLast { try witness.die() }
            return value
        } catch {
            // What died within this call is not told of as a failure of the call.
            throw witness.isDead ? .interrupted : error
        }
    }
}

private struct SceneWitness: Tap {
    let witness: Witness

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap {
        Scenes(witness: witness, usecase: run.usecase)
    }

    private struct Scenes: RunTap {
        let witness: Witness
        let usecase: String

        func enter(_ scene: TappedScene) {
            // The goal is told of when the run has ended there.
            if scene.course != .goal { witness.add(WitnessedRun.Event(.scene, of: usecase, scene.name)) }
        }

        func end(_ ending: RunEnding) {
            switch ending {
            case .goal(let goal): witness.add(WitnessedRun.Event(.goal, of: usecase, goal.name))
            case .failure(let error): witness.add(WitnessedRun.Event(.error, of: usecase, error.name))
            }
        }
    }
}

/// What a run did, in order: the scenes that were entered, on the server's side too, the calls that its ports performed,
/// and how it ended.
public struct WitnessedRun: Sendable, Hashable, Codable {
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

    /// As ``Undertaking`` describes itself.
    package let undertaking: String
    package let events: [Event]

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
