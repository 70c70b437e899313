/// A random order of the steps of a world, with a known probability (PCT, Burckhardt et al. 2010).
///
/// Each process has a random priority, and the process with the highest one continues. At `depth - 1` random steps, the process
/// that would continue gets a priority below all others. An order of `depth` events among n processes and k steps then comes
/// about with a probability of at least 1 / (n · k^(depth - 1)). Disturbances happen at random steps, too. The process that would
/// continue when time passes drops as well.
struct PrioritySchedule {
    private var dice: Dice
    private var priorities: [Int: UInt64] = [:]
    private let changes: [Int]
    private var disturbances: [(step: Int, kind: Fate.Disturbance)]
    private var step = 0

    /// Creates a schedule for a world with this many steps, with all disturbances of the plan.
    init(of plan: WorldPlan, depth: Int, steps: Int, _ dice: Dice) {
        var dice = dice
        let kinds = [(plan.faults, Fate.Disturbance.failure), (plan.crashes, .crash), (plan.passings, .passing)]
        changes = (1..<depth).map { _ in 1 + dice.roll(steps) }
        disturbances = kinds.flatMap { count, kind in (0..<count).map { _ in (1 + dice.roll(steps), kind) } }
        self.dice = dice
    }

    /// The number that divides one in the least probability of an order.
    static func worlds(forDepth depth: Int, processes: Int, steps: Int) -> Int {
        (1..<depth).reduce(processes) { product, _ in product * steps }
    }

    /// Returns the next of these moves, or `nil` if none exists.
    mutating func next(of moves: [Move]) -> Move? {
        step += 1
        var process = first(of: moves)
        for (rank, change) in changes.enumerated() where change == step {
            if let process { priorities[process] = UInt64(2 * rank + 2) }
            process = first(of: moves)
        }
        for (index, disturbance) in disturbances.enumerated() where disturbance.step <= step {
            let choices = moves.filter {
                $0.fate?.disturbance == disturbance.kind && ($0.isPassing || $0.process == process)
            }
            // A disturbance that is not possible yet comes later.
            guard !choices.isEmpty else { continue }
            disturbances.remove(at: index)
            // The time passes as if the process were frozen. It goes on before or after those that have dropped, or will drop.
            if disturbance.kind == .passing, let process {
                priorities[process] = UInt64(2 * dice.roll(changes.count + 1) + 1)
            }
            return choices[dice.roll(choices.count)]
        }
        return moves.first { $0.process == process && $0.fate?.disturbance == nil } ?? moves.first
    }

    /// Returns the process with the highest priority, or `nil` if all wait for a time.
    private mutating func first(of moves: [Move]) -> Int? {
        let processes = moves.filter { !$0.isPassing }.map(\.process)
        // A priority from the beginning is above all later ones.
        for process in processes where priorities[process] == nil { priorities[process] = dice.next() | 1 << 63 }
        return processes.max { priorities[$0, default: 0] < priorities[$1, default: 0] }
    }
}

/// A reproducible source of random numbers.
struct Dice {
    private var state: Fingerprint

    init(seed: UInt64, _ number: Int = 0) {
        state = Fingerprint(seed).adding(UInt64(number))
    }

    mutating func next() -> UInt64 {
        state = state.adding(1)
        return state.low
    }

    /// Returns a number below `limit`.
    mutating func roll(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Returns a source that is independent of the further numbers of this one.
    mutating func split() -> Dice { Dice(seed: next()) }
}
