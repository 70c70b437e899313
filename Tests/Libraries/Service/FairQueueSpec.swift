#if Server
import CoreMetrics
import HTTPTypes
import Synchronization
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesService

private let clients = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "2001:db8::", "2001:db8:1::"].compactMap {
    ClientAddress($0)
}

@Suite struct 公平な列 {
    /// The entries of a client keep their order. Each waits for at most one entry of each other client.
    @Test func どんな並び方でも_ほかの者を一つずつしか待たない() {
        var random = SeededRandomSource.unpredictable()
        for _ in 0..<200 {
            var lines = FairLines<(client: Int, number: Int)>()
            // An independent statement of the rule: the entries of each client in order, and the number served since
            // its first entry came to the front.
            var waiting = [[Int]](repeating: [], count: clients.count)
            var timeout = [Int](repeating: 0, count: clients.count)
            for number in 0..<200 {
                let client = Int.random(in: 0..<clients.count, using: &random)
                switch Int.random(in: 0..<10, using: &random) {
                case 0...4:
                    if waiting[client].isEmpty { timeout[client] = 0 }
                    waiting[client].append(number)
                    lines.append((client, number), of: clients[client])
                case 5:
                    let wanted = waiting[client].randomElement(using: &random)
                    let removed = lines.remove(of: clients[client]) { $0.number == wanted }
                    #expect(removed?.number == wanted, random.comment)
                    waiting[client].removeAll { $0 == wanted }
                case 6:
                    let longest = waiting.map(\.count).max() ?? 0
                    let displaced = lines.displaced(by: clients[client])
                    #expect((displaced != nil) == (longest > waiting[client].count + 1), random.comment)
                    guard let displaced else { continue }
                    #expect(waiting[displaced.client].count == longest, random.comment)
                    #expect(waiting[displaced.client].popLast() == displaced.number, random.comment)
                default:
                    let served = lines.next()
                    #expect((served == nil) == waiting.allSatisfy(\.isEmpty), random.comment)
                    guard let served else { continue }
                    #expect(waiting[served.client].removeFirst() == served.number, random.comment)
                    timeout[served.client] = 0
                    for other in clients.indices where other != served.client { timeout[other] += 1 }
                    for other in clients.indices where !waiting[other].isEmpty {
                        #expect(timeout[other] < clients.count, random.comment)
                    }
                }
                #expect(lines.count == waiting.map(\.count).reduce(0, +), random.comment)
            }
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct 公平な順番待ち {
    /// The number of tasks that have entered, and the highest number at the same time.
    private final class Gauge: Sendable {
        private let counts = Mutex((now: 0, most: 0, total: 0))

        var most: Int { counts.withLock(\.most) }
        var total: Int { counts.withLock(\.total) }

        func enter() {
            counts.withLock { counts in
                counts.now += 1
                counts.total += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }
    }

    @Test func 同時に進むのは限りまでで_取り消されても断られても場所は失われない() async throws {
        var random = SeededRandomSource.unpredictable()
        let metrics = RecordedMetrics()
        let (queue, gauge) = (
            FairQueue(count: 3, waiting: 8, instruments: .fixture(metrics)), Gauge()
        )
        #expect(metrics[#"q_limit{state="running"}"#] == 3)
        #expect(metrics[#"q_limit{state="waiting"}"#] == 8)

        for _ in 0..<50 {
            let tasks = (0..<40).map { _ in
                let client = clients[Int.random(in: 0..<clients.count, using: &random)]
                let pauses = Int.random(in: 0..<20, using: &random)
                return Task {
                    try await queue.withTurn(of: client) {
                        gauge.enter()
                        for _ in 0..<pauses { await Task {}.value }
                        gauge.leave()
                    }
                }
            }
            for task in tasks where Bool.random(using: &random) { task.cancel() }
            for task in tasks { _ = await task.result }
            #expect(queue.waitingCount == 0, random.comment)
            #expect(metrics[#"q{state="waiting"}"#] == 0, random.comment)
            #expect(metrics[#"q{state="running"}"#] == 0, random.comment)
        }

        #expect(gauge.most <= 3)
        #expect(gauge.total > 0)
        // All places are free. One task for each place waits for the others.
        let arrived = Gauge()
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    try await queue.withTurn(of: clients[0]) {
                        arrived.enter()
                        try await eventually("all three proceed") { arrived.total == 3 }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func 列がいっぱいなら_いちばん多く並ぶ者の最後が場所を譲る() async throws {
        let metrics = RecordedMetrics()
        let (queue, gauge) = (
            FairQueue(count: 1, waiting: 3, instruments: .fixture(metrics)), Gauge()
        )
        let holder = Task {
            try await queue.withTurn(of: clients[0]) {
                gauge.enter()
                try await eventually("others have come and gone") { Task.isCancelled }
            }
        }
        try await eventually("it proceeds") { gauge.total == 1 }
        var waiting: [Task<Void, any Error>] = []
        for count in 1...3 {
            waiting.append(Task { try await queue.withTurn(of: clients[0]) {} })
            try await eventually("it waits") { queue.waitingCount == count }
        }

        let refused = await #expect(throws: Refusal.self) { try await queue.withTurn(of: clients[0]) {} }
        let other = Task { try await queue.withTurn(of: clients[1]) {} }
        let displaced = await #expect(throws: Refusal.self) { try await waiting[2].value }

        #expect(metrics[#"q{state="running"}"#] == 1)
        #expect(metrics[#"q{state="waiting"}"#] == 3)
        #expect(metrics["q_refused_total"] == 2)
        for refusal in [refused, displaced] {
            #expect(refusal?.status == .serviceUnavailable)
            #expect(refusal?.headers[.retryAfter] == "5")
        }
        holder.cancel()
        for task in [waiting[0], waiting[1], other] { try await task.value }
    }
}

extension QueueInstruments {
    fileprivate static func fixture(_ metrics: any MetricsFactory) -> QueueInstruments {
        QueueInstruments(
            counts: { CoreMetrics.Gauge(label: "q", dimensions: [("state", $0)], factory: metrics) },
            limits: { CoreMetrics.Gauge(label: "q_limit", dimensions: [("state", $0)], factory: metrics) },
            refused: Counter(label: "q_refused_total", factory: metrics))
    }
}
#endif
