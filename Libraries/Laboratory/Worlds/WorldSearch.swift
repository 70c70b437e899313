import UsecasesEngine

/// A search through the worlds of a plan. It covers all possible moves, in every observable order.
///
/// The search is depth first. Each path starts in a new world, and repeats the moves of the previous path up to the
/// last one with an alternative. The search skips pasts that differ from a known past only in the order of independent
/// calls.
package struct WorldSearch: Sendable {
    /// The size of a search.
    public struct Count: Sendable, Hashable {
        /// The number of worlds that were played to their end.
        package var worlds = 0
        /// The number of moves, including repeated ones.
        package var moves = 0
        /// The number of skipped moves.
        package var prunings = 0
        /// The distinct situations after a move. Two are one if they differ only in the order of unobservable events.
        package var states = DistinctCount()
        /// The distinct worlds. Two are one if they differ only in the order of unobservable events.
        package var orders = DistinctCount()
        /// The numbers of worlds in which a call failed, a process died, or time passed.
        package var disturbed: [Fate.Disturbance: Int] = [:]

        /// Creates a count of zero.
        public init() {}

        /// Adds each of the numbers.
        public static func += (sum: inout Count, count: Count) {
            sum.worlds += count.worlds
            sum.moves += count.moves
            sum.prunings += count.prunings
            sum.states += count.states
            sum.orders += count.orders
            sum.disturbed.merge(count.disturbed, uniquingKeysWith: +)
        }

        /// Counts a world that is over after these moves.
        mutating func add(_ moves: [Move], endingAt end: Fingerprint) {
            worlds += 1
            orders.insert(end)
            for disturbance in Set(moves.compactMap { $0.fate?.disturbance }) {
                disturbed[disturbance, default: 0] += 1
            }
        }
    }

    /// The findings of a search, and its size.
    public struct Result: Sendable {
        /// The worlds and moves of the search.
        public var count = Count()
        /// The number of worlds that could have violated each invariant, by its name.
        package var exercised: [String: Int] = [:]
        /// The violations, at most one for each invariant.
        public var broken: [BrokenWorld] = []
        /// A use case with a run that waits for something other than a port.
        package var stuck: String?
        /// A use case whose runs depend on more than its ports. Its worlds cannot be searched.
        package var strayed: String?
        /// Whether the search was stopped before its end.
        public var isCut = false
    }

    /// Whether the search skips pasts that differ only in the order of independent calls.
    package var isReduced = true
    /// Whether calls that no other process can observe are performed immediately.
    package var isHasty = true
    /// The maximum number of switches away from runs that could continue, or `nil` for any number.
    package var switches: Int?
    /// A function that is called before each world. It stops the search by returning `false`.
    package var continues: @Sendable () -> Bool = { true }
    /// Returns how long the search has taken. Without it, the report has no times.
    package var elapsed: (@Sendable () -> Duration)?

    private let invariants: [any Invariant.Type]
    private let surroundings: @Sendable (Int) -> Surroundings

    /// Creates a search. `surroundings` returns new adapters for each world, with this many devices.
    package init(invariants: [any Invariant.Type], surroundings: @escaping @Sendable (_ devices: Int) -> Surroundings) {
        self.invariants = invariants
        self.surroundings = surroundings
    }

    /// Returns the search with a function that stops it by returning `false`.
    package func continuing(while continues: @escaping @Sendable () -> Bool) -> WorldSearch {
        var copy = self
        copy.continues = continues
        return copy
    }

    /// Searches the plan. The search stops after `limit` worlds.
    package func search(_ plan: WorldPlan, atMost limit: Int = .max) -> Result {
        var result = Result()
        let origin = plan.fingerprint
        var known: Set<Known> = []
        var way: [Crossing] = []
        repeat {
            guard continues() else {
                result.isCut = true
                break
            }
            let world = world(of: plan)
            for crossing in way {
                world.repeatMove(crossing.move, leadingTo: crossing.fingerprint)
                result.count.moves += 1
            }
            if let strayed = world.strayed {
                result.strayed = strayed
                world.abandon()
                break
            }
            if !way.isEmpty { result.count.states.insert(origin.adding(world.fingerprint)) }
            var isNew = true
            while isNew, var crossing = crossing(in: world, after: way.last) {
                isNew = advance(&crossing, &known, &result.count)
                guard isNew else { break }
                way.append(crossing)
                world.make(crossing.move)
                result.count.moves += 1
                result.count.states.insert(origin.adding(world.fingerprint))
            }
            if let stuck = world.stuck {
                result.stuck = result.stuck ?? stuck
            } else if isNew {
                result.add(world, after: way.map(\.move), plan, judgedBy: self)
                guard result.count.worlds < limit else { return result }
            }
            world.abandon()
            while var last = way.popLast() {
                last.choice += 1
                guard advance(&last, &known, &result.count) else { continue }
                way.append(last)
                break
            }
        } while !way.isEmpty
        return result
    }

    /// Returns the violations in the world of these moves. The result is `nil` if the moves are not possible, or if the
    /// world is not over after them.
    ///
    /// Checks the same invariants as the search. Runs the world again with numbered secrets for the report. If the
    /// events of this second run differ, the first run is reported.
    package func broken(in plan: WorldPlan, by moves: [Move]) -> [BrokenWorld]? {
        guard let (broken, _) = played(plan, moves, nil) else { return nil }
        guard let (numbered, happenings) = played(plan, moves, SecretNumbers()) else { return broken }
        return broken.map { world in
            // An invariant with `holdsMeanwhile` was judged before the last events.
            let told = Array(happenings.prefix(world.happenings.count))
            guard told.map(\.withoutArguments) == world.happenings.map(\.withoutArguments) else { return world }
            var explained = world
            explained.happenings = told
            explained.breach = numbered.first { $0.name == world.name }?.breach ?? world.breach
            return explained
        }
    }

    private func played(
        _ plan: WorldPlan, _ moves: [Move], _ numbers: SecretNumbers?
    ) -> (broken: [BrokenWorld], happenings: [Happening])? {
        let world = world(of: plan, numbers: numbers)
        for move in moves {
            guard world.moves.contains(move) else {
                world.abandon()
                return nil
            }
            world.make(move)
        }
        guard world.moves.isEmpty, world.stuck == nil else {
            world.abandon()
            return nil
        }
        return (judged(world, after: moves, plan).broken, world.happenings)
    }

    /// Returns the world with numbered secrets, for the report.
    func explained(_ broken: BrokenWorld) -> BrokenWorld {
        self.broken(in: broken.plan, by: broken.moves)?.first { $0.name == broken.name } ?? broken
    }

    /// Checks the invariants in a world that is over after these moves.
    fileprivate func judged(_ world: World, after moves: [Move], _ plan: WorldPlan) -> JudgedWorld {
        var judged = world.judged(by: invariants, after: moves, plan)
        for index in judged.broken.indices { judged.broken[index].foundAfter = elapsed?() }
        return judged
    }

    /// Returns the result of the body for the undisturbed world of the plan.
    func undisturbed<Value>(_ plan: WorldPlan, _ body: (World) -> Value) -> Value {
        let world = world(of: plan)
        world.play()
        defer { world.abandon() }
        return body(world)
    }

    func world(of plan: WorldPlan, numbers: SecretNumbers? = nil) -> World {
        World(plan, in: surroundings(plan.deviceCount), isHasty: isHasty, numbers: numbers)
    }

    /// The choice of moves at a point of a world.
    private struct Crossing {
        let moves: [Move]
        let fingerprints: [Fingerprint]
        /// The number of switches away from runs that could continue, for each of the moves.
        let switched: [Int]
        var choice = 0

        var move: Move { moves[choice] }
        var fingerprint: Fingerprint? { fingerprints.isEmpty ? nil : fingerprints[choice] }
    }

    private struct Known: Hashable {
        let past: Fingerprint
        let switched: Int
        let process: Int?
    }

    private func crossing(in world: World, after last: Crossing?) -> Crossing? {
        var moves = world.moves
        guard !moves.isEmpty else { return nil }
        var switched = [Int](repeating: 0, count: moves.count)
        if let switches, let last, !last.move.isPassing,
            moves.contains(where: { $0.process == last.move.process })
        {
            let before = last.switched[last.choice]
            if before >= switches { moves.removeAll { !$0.isPassing && $0.process != last.move.process } }
            switched = moves.map { $0.isPassing || $0.process == last.move.process ? before : before + 1 }
        } else if let last {
            switched = moves.map { _ in last.switched[last.choice] }
        }
        let fingerprints = isReduced ? world.fingerprints(after: moves) : []
        return Crossing(moves: moves, fingerprints: fingerprints, switched: switched)
    }

    /// Advances to the next choice that leads to an unknown past, if one exists.
    private func advance(_ crossing: inout Crossing, _ known: inout Set<Known>, _ count: inout Count) -> Bool {
        while crossing.choice < crossing.moves.count {
            guard isReduced else { return true }
            let point = Known(
                past: crossing.fingerprints[crossing.choice], switched: crossing.switched[crossing.choice],
                process: switches == nil ? nil : crossing.move.process)
            if known.insert(point).inserted { return true }
            count.prunings += 1
            crossing.choice += 1
        }
        return false
    }
}

extension WorldSearch.Result {
    /// Counts a world that is over after these moves, and checks its invariants.
    mutating func add(_ world: World, after moves: [Move], _ plan: WorldPlan, judgedBy search: WorldSearch) {
        count.add(moves, endingAt: plan.fingerprint.adding(world.fingerprint))
        let judged = search.judged(world, after: moves, plan)
        for name in judged.exercised { exercised[name, default: 0] += 1 }
        broken.add(judged.broken)
    }
}

/// The runs of each actor in a world.
package struct WorldPlan: Sendable {
    /// Planned runs on one device.
    public struct Part: Sendable {
        /// The index of the device, counted from 0.
        public let device: Int
        /// The runs, one after the other.
        package let plannedRuns: [PlannedRun]

        /// Creates planned runs on a device, in order.
        public init(device: Int, plannedRuns: [PlannedRun]) {
            self.device = device
            self.plannedRuns = plannedRuns
        }
    }

    /// The earlier runs, one after the other and undisturbed.
    package var prologue: [Part]
    /// One part for each actor. Actors on one device are processes with shared data.
    package var parts: [Part]
    /// The maximum number of failed calls.
    package var faults: Int
    /// The maximum number of dead processes.
    package var crashes: Int
    /// The maximum number of times that time passes although a process could continue.
    package var passings: Int

    package init(prologue: [Part] = [], parts: [Part], faults: Int = 0, crashes: Int = 0, passings: Int = 0) {
        self.prologue = prologue
        self.parts = parts
        self.faults = faults
        self.crashes = crashes
        self.passings = passings
    }

    /// A turn of a server, or `nil` if no server has one.
    var turn: PlannedRun? { parts.flatMap(\.plannedRuns).first(where: \.isTurn) }

    /// Distinguishes the plan from plans of other runs. The bounds of its disturbances do not count.
    var fingerprint: Fingerprint {
        let text = (prologue + [Part(device: -1, plannedRuns: [])] + parts).map { "\($0.device) \($0.plannedRuns)" }
        return Fingerprint().adding(text.joined(separator: "\n"))
    }

    package var deviceCount: Int { (prologue + parts).reduce(0) { max($0, $1.device + 1) } }
}
