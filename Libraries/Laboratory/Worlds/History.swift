public import Usecases

/// What a world has come to: what its actors were told, and what its adapters hold.
public struct History: Sendable {
    /// In the order in which they began.
    public let runs: [ObservedWorldRun]
    /// The ports of each device.
    public let devices: [Dependencies]
    /// The ports of the server's side.
    public let server: Dependencies

    /// Those of one use case.
    public func runs<U: Usecase>(of usecase: U.Type) -> [Occasion<U>] {
        runs.filter { $0.usecase == U.name }.map { Occasion(run: $0) }
    }
}

/// A run in a world, as its actor was told of it.
public struct ObservedWorldRun: Sendable {
    /// How a run ended, as far as its actor was told.
    public enum Ending: Sendable {
        case goal(TappedScene)
        case failure(ErrorWrapper)
        /// Nobody was told.
        case died
    }

    /// Who it is of, counted from 0; `nil` for what happened before the world began.
    public let actor: Int?
    /// Counted from 0.
    public let device: Int
    /// Whether it is a run on the server's side, on behalf of a run on that device.
    public let isServers: Bool
    /// Whether it repeats an interrupted run in surroundings that work again.
    package let isRepetition: Bool
    /// The English name of the use case, such as `Greet`.
    public let usecase: String
    /// Whether it is recorded, so that it is resumed after its process died.
    public let isDurable: Bool
    /// The scenes that it entered, in order, without its goal.
    public internal(set) var scenes: [TappedScene] = []
    /// Those that were answered, in order; none on the server's side, where nothing is recorded.
    public internal(set) var calls: [AnsweredCall] = []
    /// Whether it had the records of interrupted runs forgotten.
    package internal(set) var forgetsRecords = false
    /// The ending of the run; `nil` as long as it has none.
    public internal(set) var ending: Ending?
    /// How many moves had been made when it began.
    public let beganAfter: Int
    /// How many moves had been made when it was over; `nil` if it never was.
    var endedAfter: Int?

    /// The goal that it reached; `nil` if it reached none.
    public var goal: TappedScene? {
        if case .goal(let goal) = ending { goal } else { nil }
    }

    /// Whether it was over when the other one began.
    public func precedes(_ other: ObservedWorldRun) -> Bool {
        endedAfter.map { $0 <= other.beganAfter } ?? false
    }

    /// The values of this type that its scenes and its goal carried, in order, even within other values.
    public func values<Value>(of type: Value.Type) -> [Value] { values(of: type, depth: 6) }

    /// The same, without those within other values.
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

/// A call of a port that a run made, and that was answered.
public struct AnsweredCall: Sendable {
    package let name: PortCallName
    package let changes: Bool
    /// Whether the answer comes from the record of an interrupted run, so that no port was called.
    package let isFromRecord: Bool
    /// Whether it changes something and its answer has a secret, which no record keeps.
    package let isSecret: Bool
}

/// A run of one use case in a world.
public struct Occasion<U: Usecase>: Sendable {
    /// The run, without the types of its use case.
    public let run: ObservedWorldRun

    /// The goal that it reached; `nil` if it reached none.
    public var goal: U.Goals? { run.goal?.declared as? U.Goals }

    /// The scenes of the basic course that it entered, in order.
    public var basics: [U.Basics] { run.scenes.compactMap { $0.declared as? U.Basics } }

    /// The scenes of the alternative courses that it entered, in order.
    public var alternatives: [U.Alternatives] { run.scenes.compactMap { $0.declared as? U.Alternatives } }
}

/// What always holds, whatever happens to whom: a sentence, and what checks it.
public protocol Invariant: Sendable {
    static var sentence: Sentence { get }
    /// Whether it is also kept while interrupted runs have not been repeated. By default it is not: who was told nothing
    /// may find half of what was done until then.
    static var holdsMeanwhile: Bool { get }
    /// What it is about, such as a run or an answer.
    associatedtype Occasion
    /// A world that has no occasions cannot break it, and says nothing about it.
    static func occasions(in history: History) -> [Occasion]
    /// What breaks it in this world, as a sentence with the values that contradict each other; `nil` if it is kept. Throws
    /// what the ports throw when they are asked what they hold. It is called only if there are occasions.
    static func breach(on occasions: [Occasion], in history: History) async throws(ErrorWrapper) -> Sentence?
}

extension Invariant {
    /// Its English name, such as `OneKeyOneUDID`.
    public static var name: String { "\(Self.self)" }

    /// `false` by default.
    public static var holdsMeanwhile: Bool { false }

    /// `nil` if the world says nothing about it.
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
                    ja: "ポートが何を持っているかを答えられません: \(shown.text(in: .ja))。"))
        }
    }
}

/// What a world says about an invariant.
enum Verdict: Sendable {
    case kept
    case broken(Sentence)
}
