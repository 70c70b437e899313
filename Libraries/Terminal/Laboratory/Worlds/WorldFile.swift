import UsecasesEngine
import UsecasesLaboratory

/// A world as written to a file, with the runs of each actor and every move.
struct WorldFile: Codable {
    struct Part: Codable {
        /// The number of the device, counted from 1.
        let device: Int
        /// The runs, such as `Greet`, or `Greet/2` for its second beginning.
        let runs: [String]
    }

    /// A move of the world. It is the next call of a process, or the beginning of its next run, or time that passes.
    public struct Step: Codable {
        /// The number of the process, counted from 1, or 0 if time passes.
        let process: Int
        /// The fate of the call, or `nil` for the beginning of the next run.
        let fate: String?
        /// The name of the error that the call fails with, in Japanese or in ASCII.
        let outcome: String?
        /// The uptime in nanoseconds at which time stops passing.
        let time: Int64?
        /// The names of that error, for readers. A replay ignores them.
        let error: ErrorNames?
    }

    /// The maximum number of parts. A readable world has fewer.
    private static let partLimit = 16
    private static let stepLimit = 10_000

    /// The version of this format.
    let world: Int
    /// The name of the violated invariant. In this format, it is called a promise.
    let promise: String
    let before: [Part]
    let actors: [Part]
    let faults: Int
    let crashes: Int
    /// `nil` if there are none.
    let passings: Int?
    let steps: [Step]

    init(_ broken: BrokenWorld) {
        world = 1
        promise = broken.name
        before = broken.plan.prologue.map { Part($0) }
        actors = broken.plan.parts.map { Part($0) }
        faults = broken.plan.faults
        crashes = broken.plan.crashes
        passings = broken.plan.passings > 0 ? broken.plan.passings : nil
        steps = broken.moves.map { Step($0) }
    }

    /// Returns the plan and the moves. Throws ``NotAWorld`` if they are not valid for a world of this version.
    func played(by plannedRuns: [PlannedRun]) throws(NotAWorld) -> (WorldPlan, [Move]) {
        guard world == 1 else { throw NotAWorld(reason: "its version is \(world), and this program knows version 1") }
        guard (1...Self.partLimit).contains(actors.count), before.count <= Self.partLimit,
            steps.count <= Self.stepLimit,
            [faults, crashes, passings ?? 0].allSatisfy((0...Self.stepLimit).contains)
        else { throw NotAWorld(reason: "it is too large") }
        let plan = WorldPlan(
            prologue: try parts(before, plannedRuns), parts: try parts(actors, plannedRuns), faults: faults,
            crashes: crashes, passings: passings ?? 0)
        var moves: [Move] = []
        for step in steps {
            guard let move = step.move else { throw NotAWorld(reason: "a step is not one of a world") }
            moves.append(move)
        }
        return (plan, moves)
    }

    private func parts(
        _ parts: [Part], _ plannedRuns: [PlannedRun]
    ) throws(NotAWorld) -> [WorldPlan.Part] {
        var result: [WorldPlan.Part] = []
        for part in parts {
            guard (1...Self.partLimit).contains(part.device), (1...Self.partLimit).contains(part.runs.count) else {
                throw NotAWorld(reason: "a device or an actor has a number that no world has")
            }
            var found: [PlannedRun] = []
            for run in part.runs {
                guard let plannedRun = plannedRuns.first(where: { $0.description == run }) else {
                    throw NotAWorld(reason: "this version has no use case \(run.prefix(100))")
                }
                found.append(plannedRun)
            }
            result.append(WorldPlan.Part(device: part.device - 1, plannedRuns: found))
        }
        return result
    }
}

struct NotAWorld: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

extension WorldFile.Part {
    fileprivate init(_ part: WorldPlan.Part) {
        device = part.device + 1
        runs = part.plannedRuns.map(\.description)
    }
}

extension WorldFile.Step {
    fileprivate init(_ move: Move) {
        process = move.process + 1
        if case .passed(let end) = move.fate { time = end.nanoseconds } else { time = nil }
        (fate, outcome) =
            switch move.fate {
            case nil: (nil, nil)
            case .performed: ("performed", nil)
            case .failed(let error): ("failed", error)
            case .failedLate(let error): ("failed-late", error)
            case .diedBefore: ("died-before", nil)
            case .diedAfter: ("died-after", nil)
            case .diedLate: ("died-late", nil)
            case .passed: ("time-passes", nil)
            }
        error = outcome.map(ErrorNames.init(of:))
    }

    fileprivate var move: Move? {
        if process == 0, fate == "time-passes", let time, time > 0 { return .passing(to: .nanoseconds(time)) }
        guard (1...1_000_000).contains(process) else { return nil }
        func move(_ fate: Fate?) -> Move { Move(process: process - 1, fate: fate) }
        return switch (fate, outcome) {
        case (nil, nil): move(nil)
        case ("performed", nil): move(.performed)
        case ("failed", let outcome?): move(.failed(ErrorWrapper.name(meantBy: outcome)))
        case ("failed-late", let outcome?): move(.failedLate(ErrorWrapper.name(meantBy: outcome)))
        case ("died-before", nil): move(.diedBefore)
        case ("died-after", nil): move(.diedAfter)
        case ("died-late", nil): move(.diedLate)
        default: nil
        }
    }
}
