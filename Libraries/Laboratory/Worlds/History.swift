public import UsecasesEngine

/// The results that the actors of a world received, and the final data in its adapters.
public struct History: Sendable {
    /// The runs in the order of their beginnings.
    public let runs: [WorldRun]
    /// The ports of each device.
    public let devices: [Dependencies]
    /// The ports of the server's side.
    public let server: Dependencies
    /// Whether no call failed, no process died, and time passed only while all processes waited for it.
    package let isUndisturbed: Bool
    /// The changes that servers have made in their turns.
    package let changes: Set<PortCallName>

    /// Returns the runs of one use case.
    public func runs<U: Usecase>(of usecase: U.Type) -> [TypedRun<U>] {
        runs.filter { $0.usecase == U.name }.map { TypedRun(run: $0) }
    }
}

/// A run in a world, as observed by its actor.
public struct WorldRun: Sendable {
    /// The ending of a run, as observed by its actor.
    public enum Ending: Sendable {
        /// The actor received this goal.
        case goal(TappedScene)
        /// The actor received this error.
        case failure(ErrorWrapper)
        /// The actor received no result.
        case died
    }

    /// The index of the run's actor, counted from 0, or `nil` for a run before the world began.
    public let actor: Int?
    /// The index of the device, counted from 0.
    public let device: Int
    /// Whether the run is on the server's side, on behalf of a run on that device.
    public let isServers: Bool
    /// Whether the run repeats an interrupted one after its surroundings have recovered.
    package let isRepetition: Bool
    /// The English name of the use case, such as `Greet`.
    public let usecase: String
    /// The key of a queued run, if this is an attempt of a server to play it.
    package let queued: UUIDv7?
    /// Whether the run is recorded, to resume it after its process died.
    public let isDurable: Bool
    /// The scenes that the run entered, in order, without its goal.
    public internal(set) var scenes: [TappedScene] = []
    /// The answered calls, in order. Empty on the server's side, where only the calls of queued runs are recorded.
    public internal(set) var calls: [AnsweredCall] = []
    /// Whether the run discarded the records of interrupted runs.
    package internal(set) var forgetsRecords = false
    /// The ending of the run, or `nil` while it has none.
    public internal(set) var ending: Ending?
    /// The number of moves before the run began.
    public let beganAfter: Int
    /// The number of moves before the run ended, or `nil` if it never ended.
    var endedAfter: Int?

    /// The goal that the run reached, or `nil` if it reached none.
    public var goal: TappedScene? {
        if case .goal(let goal) = ending { goal } else { nil }
    }

    /// Returns whether the run ended before the other one began.
    public func precedes(_ other: WorldRun) -> Bool {
        endedAfter.map { $0 <= other.beganAfter } ?? false
    }

    /// Returns the values of this type in its scenes and its goal, in order, including values nested in other values.
    public func values<Value>(of type: Value.Type) -> [Value] { values(of: type, depth: 6) }

    /// Returns the values of this type in its scenes and its goal, in order, without nested values.
    public func ownValues<Value>(of type: Value.Type) -> [Value] { values(of: type, depth: 2) }

    private func values<Value>(of type: Value.Type, depth: Int) -> [Value] {
        (scenes + [goal].compactMap(\.self)).flatMap { Self.values(of: type, in: $0.declared, depth: depth) }
    }

    private static func values<Value>(of type: Value.Type, in value: Any, depth: Int) -> [Value] {
        if let value = value as? Value { return [value] }
        guard depth > 0 else { return [] }
        return Mirror(reflecting: value).children.flatMap { values(of: type, in: $0.value, depth: depth - 1) }
    }
}

/// A port call of a run that was answered.
public struct AnsweredCall: Sendable {
    package let name: PortCallName
    package let changes: Bool
    /// Whether the answer comes from the record of an interrupted run, without a call of the port.
    package let isFromRecord: Bool
    /// Whether the call has side effects and its answer contains a secret. Records do not contain secrets.
    package let isSecret: Bool
    /// Whether the call failed.
    let hasFailed: Bool
}

/// A run of one use case in a world.
public struct TypedRun<U: Usecase>: Sendable {
    /// The run, without the types of its use case.
    public let run: WorldRun

    /// The goal that the run reached, or `nil` if it reached none.
    public var goal: U.Goals? { run.goal?.declared as? U.Goals }

    /// The scenes of the basic course that the run entered, in order.
    public var basics: [U.Basics] { run.scenes.compactMap { $0.declared as? U.Basics } }

    /// The scenes of the alternative courses that the run entered, in order.
    public var alternatives: [U.Alternatives] { run.scenes.compactMap { $0.declared as? U.Alternatives } }
}

/// A property that holds in every world, as a sentence with a check.
public protocol Invariant: Sendable {
    /// The property in both languages.
    static var sentence: Sentence { get }
    /// Whether the invariant also holds before interrupted runs are repeated. By default, it does not, because an actor
    /// without a result may find incomplete changes.
    static var holdsMeanwhile: Bool { get }
    /// The subject of the check, such as a run or an answer.
    associatedtype Occasion
    /// Returns the occasions in a world. A world without occasions cannot violate the invariant, and has no verdict.
    static func occasions(in history: History) -> [Occasion]
    /// Returns the violation in this world, as a sentence with the contradicting values, or `nil` if the invariant
    /// holds. Throws the errors of ports whose data it reads. It is called only if `occasions` is not empty.
    static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence?
}

extension Invariant {
    /// The English name, such as `OneKeyOneUDID`.
    public static var name: String { "\(Self.self)" }

    /// `false` by default.
    public static var holdsMeanwhile: Bool { false }

    /// Returns the verdict of the world, or `nil` if it has no occasions.
    static func verdict(on history: History) async -> Verdict? {
        let occasions = occasions(in: history)
        guard !occasions.isEmpty else { return nil }
        do throws(ErrorWrapper) {
            return try await breach(on: occasions, in: history).map(Verdict.broken) ?? .kept
        } catch {
            let shown = ErrorWrapper.names(of: error.name)
            return .broken(
                Sentence(
                    en: "A port cannot say what it holds: \(shown.text(in: .en)).",
                    ja: "ポートが保持している値を読み出せません: \(shown.text(in: .ja))。"))
        }
    }
}

/// The result of checking an invariant in a world.
enum Verdict: Sendable {
    case kept
    case broken(Sentence)
}
