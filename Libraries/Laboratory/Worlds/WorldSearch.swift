import Usecases

/// Goes through the worlds of a plan: everything that can happen in it, in every order that somebody could notice.
///
/// It is a search in depth: a world is made anew for each of its ways, and follows the moves of the way before up to the
/// last one that has an alternative. Where a past would be one that was there before, but for the order of calls that can
/// change places, it does not go.
package struct WorldSearch: Sendable {
    /// How much was gone through.
    public struct Count: Sendable, Hashable {
        /// Worlds that were played to their end.
        package var worlds = 0
        /// Moves that were made, those that were repeated included.
        package var moves = 0
        /// Moves that were left out.
        package var prunings = 0

        /// Nothing has been gone through yet.
        public init() {}

        /// Adds each of the numbers.
        public static func += (sum: inout Count, count: Count) {
            sum.worlds += count.worlds
            sum.moves += count.moves
            sum.prunings += count.prunings
        }
    }

    /// What a search found, and how much it went through.
    public struct Result: Sendable {
        /// The worlds and moves that the search went through.
        public var count = Count()
        /// How many worlds could have broken each invariant, by its name.
        package var exercised: [String: Int] = [:]
        /// Each invariant at most once.
        public var broken: [BrokenWorld] = []
        /// A use case that waits for something else than a port.
        package var stuck: String?
        /// A use case that something else than its ports decides about, so that its worlds cannot be gone through.
        package var strayed: String?
        /// Whether it was ended before it was through.
        public var isCut = false
    }

    /// Whether pasts are left out that differ only in the order of calls that can change places.
    package var isReduced = true
    /// Whether calls that no other process can notice wait for nobody.
    package var isHasty = true
    /// How many runs may be left for another one while they could go on; `nil` for any number.
    package var switches: Int?
    /// Asked before each world; `false` ends the search.
    package var continues: @Sendable () -> Bool = { true }

    private let invariants: [any Invariant.Type]
    private let surroundings: @Sendable (Int) -> Surroundings

    /// `surroundings` are new ones for each world, with this many devices.
    package init(invariants: [any Invariant.Type], surroundings: @escaping @Sendable (_ devices: Int) -> Surroundings) {
        self.invariants = invariants
        self.surroundings = surroundings
    }

    /// `limit` is the number of worlds after which it gives up.
    package func search(_ plan: WorldPlan, atMost limit: Int = .max) -> Result {
        var result = Result()
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
            var isNew = true
            while isNew, var crossing = crossing(in: world, after: way.last) {
                isNew = advance(&crossing, &known, &result.count)
                guard isNew else { break }
                way.append(crossing)
                world.make(crossing.move)
                result.count.moves += 1
            }
            if let stuck = world.stuck {
                result.stuck = result.stuck ?? stuck
            } else if isNew {
                result.count.worlds += 1
                let judged = judged(world, after: way.map(\.move), plan)
                result.exercised.add(judged.exercised)
                result.broken.add(judged.broken)
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

    /// The invariants that are broken in the world of these moves; `nil` if it is not possible, or not over after them.
    ///
    /// The world is judged as the search judges it. What is told of it comes from the same world once more, with its secrets
    /// numbered.
    package func broken(in plan: WorldPlan, by moves: [Move]) -> [BrokenWorld]? {
        guard let (broken, _) = played(plan, moves, nil) else { return nil }
        guard let (numbered, happenings) = played(plan, moves, SecretNumbers()) else { return broken }
        return broken.map { world in
            var explained = world
            // An invariant that is kept meanwhile was judged before everything had happened.
            explained.happenings = Array(happenings.prefix(world.happenings.count))
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

    /// The same world as it is told: its secrets are numbered.
    func explained(_ broken: BrokenWorld) -> BrokenWorld {
        self.broken(in: broken.plan, by: broken.moves)?.first { $0.name == broken.name } ?? broken
    }

    /// Checks the invariants in a world that is over after these moves.
    func judged(_ world: World, after moves: [Move], _ plan: WorldPlan) -> JudgedWorld {
        world.judged(by: invariants, after: moves, plan)
    }

    /// What the body finds in the undisturbed world of the plan.
    func undisturbed<Value>(_ plan: WorldPlan, _ body: (World) -> Value) -> Value {
        let world = world(of: plan)
        world.play()
        defer { world.abandon() }
        return body(world)
    }

    func world(of plan: WorldPlan, numbers: SecretNumbers? = nil) -> World {
        World(plan, in: surroundings(plan.deviceCount), isHasty: isHasty, numbers: numbers)
    }

    /// Where a world can go on in several ways.
    private struct Crossing {
        let moves: [Move]
        let fingerprints: [Fingerprint]
        /// How often a run has been left that could go on, with each of the moves.
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
        if let switches, let last, moves.contains(where: { $0.process == last.move.process }) {
            let before = last.switched[last.choice]
            if before >= switches { moves.removeAll { $0.process != last.move.process } }
            switched = moves.map { $0.process == last.move.process ? before : before + 1 }
        } else if let last {
            switched = moves.map { _ in last.switched[last.choice] }
        }
        let fingerprints = isReduced ? world.fingerprints(after: moves) : []
        return Crossing(moves: moves, fingerprints: fingerprints, switched: switched)
    }

    /// Goes to the next choice that leads to something new, if there is one.
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

extension [String: Int] {
    /// Counts one more world for each of these invariants.
    mutating func add(_ exercised: Set<String>) {
        for name in exercised { self[name, default: 0] += 1 }
    }
}

/// Who undertakes what in a world.
package struct WorldPlan: Sendable {
    /// Undertakings on one device.
    public struct Part: Sendable {
        /// On which device, counted from 0.
        public let device: Int
        /// One after the other.
        package let plannedRuns: [PlannedRun]

        /// Undertakings on a device, in their order.
        public init(device: Int, plannedRuns: [PlannedRun]) {
            self.device = device
            self.plannedRuns = plannedRuns
        }
    }

    /// What was undertaken before, one after the other and undisturbed.
    package var prologue: [Part]
    /// One for each actor. Those on one device are processes that share what it keeps.
    package var parts: [Part]
    /// How many calls may fail at most.
    package var faults: Int
    /// How many processes may die at most.
    package var crashes: Int

    package init(prologue: [Part] = [], parts: [Part], faults: Int = 0, crashes: Int = 0) {
        self.prologue = prologue
        self.parts = parts
        self.faults = faults
        self.crashes = crashes
    }

    package var deviceCount: Int { (prologue + parts).reduce(0) { max($0, $1.device + 1) } }
}
