#if Server
public import Metrics
import HTTPTypes
import NIOCore
import Synchronization

/// A queue with one line for each client. The lines are served in turn, one entry each time.
package struct FairLines<Entry> {
    /// The entries of each client. No line is empty.
    private var lines: [ClientAddress: [Entry]] = [:]
    /// The clients with a line, in serving order.
    private var clients: [ClientAddress] = []
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ entry: Entry, of client: ClientAddress) {
        if lines[client] == nil { clients.append(client) }
        lines[client, default: []].append(entry)
        count += 1
    }

    /// Removes the first entry of the next line, and moves that line to the end.
    package mutating func next() -> Entry? {
        guard let client = clients.first else { return nil }
        clients.append(clients.removeFirst())
        return remove(at: 0, of: client)
    }

    /// Removes the last entry of the longest line, if that line is longer than the line of `client` would be with one
    /// more entry.
    package mutating func displaced(by client: ClientAddress) -> Entry? {
        guard let longest = lines.max(by: { $0.value.count < $1.value.count }),
            longest.value.count > lines[client, default: []].count + 1
        else { return nil }
        return remove(at: longest.value.count - 1, of: longest.key)
    }

    package mutating func remove(of client: ClientAddress, where isWanted: (Entry) -> Bool) -> Entry? {
        lines[client]?.firstIndex(where: isWanted).flatMap { remove(at: $0, of: client) }
    }

    private mutating func remove(at index: Int, of client: ClientAddress) -> Entry? {
        guard let entry = lines[client]?.remove(at: index) else { return nil }
        count -= 1
        if lines[client]?.isEmpty == true {
            lines[client] = nil
            clients.removeAll { $0 == client }
        }
        return entry
    }
}

/// Limits the number of requests that proceed at the same time. The others wait, and the clients are served in turn.
public final class FairQueue: Sendable {
    private struct Waiter {
        let number: UInt64
        let continuation: CheckedContinuation<Refusal?, Never>
    }

    private struct State {
        var lastNumber: UInt64 = 0
        var free: Int
        var waiting = FairLines<Waiter>()
    }

    private let count: Int
    private let waitingLimit: Int
    private let instruments: QueueInstruments?
    private let state: Mutex<State>

    /// Creates a queue. At most `count` requests proceed at the same time, and at most `waiting` requests wait. A
    /// `count` below 1 becomes 1.
    public init(count: Int, waiting: Int, instruments: QueueInstruments? = nil) {
        self.count = max(1, count)
        waitingLimit = max(0, waiting)
        self.instruments = instruments
        state = Mutex(State(free: self.count))
        instruments?.limit(running: self.count, waiting: waitingLimit)
    }

    /// The number of waiting requests.
    public var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Runs the work at the turn of the client. If no place to wait is free, throws a ``Refusal``. If another client
    /// has at least two more waiting requests, the last request of the longest line is refused instead.
    public func withTurn<Value>(of client: ClientAddress, _ work: () async throws -> Value) async throws -> Value {
        if let refusal = await enter(client) { throw refusal }
        defer { leave() }
        return try await work()
    }

    private func enter(_ client: ClientAddress) async -> Refusal? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(Waiter(number: number, continuation: continuation), of: client)
            }
        } onCancel: {
            let waiter = change { state in state.waiting.remove(of: client) { $0.number == number } }
            waiter?.continuation.resume(returning: .abandoned)
        }
    }

    private func wait(_ waiter: Waiter, of client: ClientAddress) {
        let (answered, answer) = change { state -> (Waiter?, Refusal?) in
            // The check is under the lock. A later cancellation finds the waiter in its line.
            if Task.isCancelled { return (waiter, .abandoned) }
            if state.free > 0 {
                state.free -= 1
                return (waiter, nil)
            }
            guard state.waiting.count >= waitingLimit else {
                state.waiting.append(waiter, of: client)
                return (nil, nil)
            }
            guard let displaced = state.waiting.displaced(by: client) else { return (waiter, .crowded) }
            state.waiting.append(waiter, of: client)
            return (displaced, .crowded)
        }
        if answer?.status == .serviceUnavailable { instruments?.refused.increment() }
        answered?.continuation.resume(returning: answer)
    }

    private func leave() {
        let next = change { state in
            let next = state.waiting.next()
            if next == nil { state.free += 1 }
            return next
        }
        next?.continuation.resume(returning: nil)
    }

    private func change<Result>(_ change: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = change(&state)
            instruments?.record(running: count - state.free, waiting: state.waiting.count)
            return result
        }
    }
}

/// The metrics of a queue.
public struct QueueInstruments: Sendable {
    private let gauges: [Gauge]
    private let limits: [Gauge]
    fileprivate let refused: Counter

    /// Creates instruments. `counts` and `limits` make the gauge of a state, `running` or `waiting`. `refused` counts the
    /// requests that found no free place.
    public init(counts: (_ state: String) -> Gauge, limits: (_ state: String) -> Gauge, refused: Counter) {
        let states = ["running", "waiting"]
        gauges = states.map(counts)
        self.limits = states.map(limits)
        self.refused = refused
    }

    fileprivate func record(running: Int, waiting: Int) {
        for (gauge, count) in zip(gauges, [running, waiting]) { gauge.record(count) }
    }

    fileprivate func limit(running: Int, waiting: Int) {
        for (gauge, count) in zip(limits, [running, waiting]) { gauge.record(count) }
    }
}

/// Schedules turns of busy connections on an event loop, one at a time. All other connections are served between two
/// turns.
///
/// An event loop reads its sockets only when it has no immediate work left. A connection that continued without waiting
/// would block all others.
final class Turns {
    /// A pause that is long enough for the event loop to become idle and read its sockets.
    private static let pause = TimeAmount.microseconds(50)

    private let eventLoop: any EventLoop
    private var waiting = CircularBuffer<() -> Void>()
    private var isUnderWay = false

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Runs `turn` when it is due. Must be called on the event loop.
    func wait(_ turn: @escaping () -> Void) {
        waiting.append(turn)
        if !isUnderWay { begin() }
    }

    private func begin() {
        isUnderWay = true
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.waiting.popFirst()?()
            // The work that the turn has scheduled is done before the next turn begins.
            self.eventLoop.assumeIsolated().execute {
                if self.waiting.isEmpty { self.isUnderWay = false } else { self.begin() }
            }
        }
    }
}

final class TurnsOfEventLoops: Sendable {
    private let turns = Mutex<[ObjectIdentifier: NIOLoopBound<Turns>]>([:])

    /// Returns the turns of the event loop. Must be called on the event loop.
    func turns(of eventLoop: any EventLoop) -> Turns {
        turns.withLock { turns in
            if let known = turns[ObjectIdentifier(eventLoop)] { return known }
            let new = NIOLoopBound(Turns(eventLoop), eventLoop: eventLoop)
            turns[ObjectIdentifier(eventLoop)] = new
            return new
        }.value
    }
}
#endif
