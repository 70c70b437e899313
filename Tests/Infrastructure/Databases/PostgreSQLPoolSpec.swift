#if Server
import CalearningDomain
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningTestSupport

/// A server whose connections are numbered. It knows those that are open.
private final class NumberingServer: Sendable {
    private struct State {
        var count = 0
        var open: Set<Int> = []
        var failures = 0
    }

    private let state = Mutex(State())

    var openCount: Int { state.withLock(\.open.count) }

    /// Lets the next attempt fail.
    func failOnce() { state.withLock { $0.failures = 1 } }

    func open() throws(PostgreSQLFailure) -> NumberedConnection {
        let number = state.withLock { state -> Int? in
            if state.failures > 0 {
                state.failures -= 1
                return nil
            }
            state.count += 1
            state.open.insert(state.count)
            return state.count
        }
        guard let number else { throw PostgreSQLFailure(.lost, "it is down") }
        return NumberedConnection(number: number, server: self)
    }

    func close(_ number: Int) { state.withLock { _ = $0.open.remove(number) } }
}

private final class NumberedConnection: PooledConnection {
    let number: Int
    let warnings: [String] = []
    let migration = SchemaMigration(from: 1, to: 1)
    private let server: NumberingServer

    init(number: Int, server: NumberingServer) {
        self.number = number
        self.server = server
    }

    deinit { server.close(number) }
}

@Suite(.timeLimit(.minutes(5))) struct 接続の置き場 {
    private enum Event: Sendable {
        case take, giveBack(Int), lose(Int), timeOut(Int), fail
    }

    /// Lists of the used and of the idle connections state what the pool has. It blocks its callers, so the property
    /// never asks for more than the limit.
    @Test func 障害を繰り返しても_開いている接続だけを数え_上限まで開く() async {
        await forAll(40) { choices in
            let limit = choices.number(in: 1...4)
            return (
                limit,
                choices.list(1...16) { choices in
                    let place = choices.number(in: 0...(limit - 1))
                    return choices.one(
                        of: [.take, .take, .take, .giveBack(place), .lose(place), .timeOut(place), .fail] as [Event])
                }
            )
        } holds: { limit, events in
            var limits = PostgreSQLDatabase.Limits()
            limits.connections = limit
            let (server, metrics, log) = (NumberingServer(), RecordedMetrics(), RecordedLog())
            let clock = ManualClock(timeOfDayJumps: true)
            let pool = PostgreSQLPool(
                limits: limits, clock: clock, randomSource: SeededRandomSource(),
                instruments: PostgreSQLInstruments(metrics: metrics), logger: log.logger,
                open: { () throws(PostgreSQLFailure) in try server.open() })
            var used: [NumberedConnection] = []
            var idle: [Int] = []
            var (lost, reconnects, outages, isFailing) = (0, 0, 0, false)
            func metric(_ name: String) -> Int { Int(metrics["calearning_registry_\(name)"] ?? 0) }
            func noteOpening() {
                guard lost > 0 else { return }
                (lost, reconnects) = (lost - 1, reconnects + 1)
            }
            func take() throws {
                let expected = idle.popLast()
                if expected == nil {
                    outages += isFailing ? 1 : 0
                    isFailing = false
                    noteOpening()
                }
                let connection = try pool.connection(by: .seconds(60))
                if let expected { try promise(connection.number, is: expected) }
                used.append(connection)
            }

            for event in events + Array(repeating: .take, count: limit) {
                switch event {
                case .take: if used.count < limit { try take() }
                case .giveBack(let place):
                    guard used.indices.contains(place) else { continue }
                    idle.append(used[place].number)
                    pool.giveBack(used.remove(at: place))
                case .lose(let place):
                    guard used.indices.contains(place) else { continue }
                    used.remove(at: place)
                    pool.drop(because: PostgreSQLFailure(.lost, "it was cut"))
                    lost += 1
                case .timeOut(let place):
                    guard used.indices.contains(place) else { continue }
                    used.remove(at: place)
                    pool.drop(because: PostgreSQLFailure(.unresponsive, "it is silent"))
                    lost += 1 + idle.count
                    idle = []
                    outages += 1
                    try promise(metric("connections{state=\"open\"}"), is: used.count)
                    // The callers fail while the database is known to be down, and one connection is opened meanwhile.
                    try await eventually("the database is used again") {
                        guard let connection = try? pool.connection(by: .seconds(60)) else { return false }
                        used.append(connection)
                        return true
                    }
                    noteOpening()
                    isFailing = false
                case .fail:
                    server.failOnce()
                    isFailing = true
                }
                try promise(metric("connections{state=\"open\"}"), is: used.count + idle.count)
                try promise(metric("connections{state=\"idle\"}"), is: idle.count)
                // Threads of the pool release their connections a moment later.
                try await eventually("the others are closed") { server.openCount == used.count + idle.count }
                try promise(metric("reconnects_total"), is: reconnects)
                let news = log.lines.map { $0.contains("answers again") }
                try promise(news, is: (0..<2 * outages).map { $0 % 2 == 1 })
            }

            pool.close()
            used.popLast().map(pool.giveBack)
            used = []
            try promise(metric("connections{state=\"idle\"}"), is: 0)
            try promise((try? pool.connection(by: .seconds(60))) == nil, "a closed pool opens nothing")
            try await eventually("all are closed") { server.openCount == 0 }
        }
    }
}
#endif
