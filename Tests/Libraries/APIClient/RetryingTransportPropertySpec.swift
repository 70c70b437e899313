import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

/// Compares random policies with random servers, each in virtual time.
@Suite struct 再試行する輸送の性質 {
    private static let rounds: UInt64 = 2000

    @Test func どんな方針とサーバでも約束を守る() throws {
        var seen = Set<String>()
        for seed in 1...Self.rounds {
            let round = Round(seed: seed)
            let record = round.play()
            try check(round, record)
            seen.insert(round.kind(of: record))
        }
        // The random rounds must produce every kind of outcome. Otherwise the checks prove little.
        #expect(
            seen == ["answered", "refused", "failed", "out of attempts", "out of time", "cancelled", "not repeatable"])
    }

    @Test func 何時間分の再試行も同じ種なら同じ() {
        let first = Round(seed: 7).play()
        let second = Round(seed: 7).play()

        #expect(first.attempts == second.attempts)
        #expect(first.elapsed == second.elapsed)
    }

    /// Returns the bound of the policy, computed independently.
    private static func bound(of policy: RetryPolicy, after attempts: Int) -> Duration {
        min(policy.backoff.first * (1 << (attempts - 1)), policy.backoff.longest)
    }

    private func check(_ round: Round, _ record: Record) throws {
        let policy = round.policy
        let attempts = record.attempts
        let comment = Comment(rawValue: "seed \(round.seed): \(policy) \(attempts)")

        #expect(record.requests == attempts.count, comment)
        #expect((1...policy.attempts).contains(attempts.count), comment)
        #expect(record.elapsed <= policy.deadline, comment)
        #expect(round.isRepeatable || record.requests == 1, comment)

        for (index, attempt) in attempts.enumerated() {
            let step = round.server[index]
            guard index < attempts.count - 1 else {
                #expect(attempt.pause == nil || record.isCancelled, comment)
                continue
            }
            let pause = try #require(attempt.pause, comment)
            let wanted = step.retryAfter ?? .zero
            #expect(step.isWorthRepeating(by: policy), comment)
            #expect(pause >= wanted, comment)
            #expect(pause <= max(wanted, Self.bound(of: policy, after: index + 1)), comment)
            #expect(attempts[index + 1].start == attempt.start + attempt.duration + pause, comment)
        }

        if let cancellation = round.cancellation, record.isCancelled {
            #expect(record.elapsed == cancellation, comment)
        }
        // It stops only for a reason.
        let last = round.server[attempts.count - 1]
        if !record.isCancelled, round.isRepeatable, attempts.count < policy.attempts,
            last.isWorthRepeating(by: policy), attempts.last?.outcome != "timedOut"
        {
            let longest = max(last.retryAfter ?? .zero, Self.bound(of: policy, after: attempts.count))
            #expect(record.elapsed + longest >= policy.deadline, comment)
        }
    }
}

/// A policy, a request and the behaviour of a server, all generated from one seed.
private struct Round {
    struct Step {
        let latency: Duration
        /// `nil` for a lost connection.
        let status: Int?
        let headers: HTTPFields
        /// The pause that the headers request, at the time of the request.
        let retryAfter: Duration?

        func isWorthRepeating(by policy: RetryPolicy) -> Bool { status.map(policy.statuses.contains) ?? true }
    }

    let seed: UInt64
    let policy: RetryPolicy
    let method: HTTPRequest.Method
    let hasKey: Bool
    let server: [Step]
    let cancellation: Duration?

    var isRepeatable: Bool { hasKey || ![.post, .patch].contains(method) }

    init(seed: UInt64) {
        self.seed = seed
        let dice = SeededRandomSource(seed: seed)
        func draw(_ range: ClosedRange<Int>) -> Int { range.lowerBound + Int(dice.next() % UInt64(range.count)) }
        policy = RetryPolicy(
            attempts: draw(1...6),
            backoff: Backoff(first: .milliseconds(draw(0...3000)), longest: .milliseconds(draw(0...60_000))),
            deadline: .milliseconds(draw(0...3) == 0 ? draw(0...5000) : draw(5000...7_200_000)))
        method = [.get, .head, .put, .delete, .post, .patch][draw(0...5)]
        hasKey = draw(0...2) == 0
        server = (0..<6).map { _ in
            let latency = draw(0...9) == 0 ? Duration.seconds(10_000_000) : .milliseconds(draw(0...8000))
            let status: Int? = [nil, 200, 404, 408, 429, 502, 503, 503, 504, 500][draw(0...9)]
            let seconds = draw(0...3) == 0 ? draw(0...4000) : draw(0...20)
            let (headers, retryAfter): (HTTPFields, Int?) =
                switch status == nil ? 3 : draw(0...5) {
                case 0: ([.retryAfter: "\(seconds)"], seconds)
                case 1: ([.date: date(after: 0), .retryAfter: date(after: seconds)], seconds)
                case 2: ([.retryAfter: "soon"], nil)
                default: ([:], nil)
                }
            return Step(
                latency: latency, status: status, headers: headers, retryAfter: retryAfter.map { .seconds($0) })
        }
        cancellation = draw(0...4) == 0 ? .milliseconds(draw(0...20_000)) : nil
    }

    func play() -> Record {
        let simulation = Simulation()
        let server = server
        let transport = ClosureTransport { request, number throws(TransportError) in
            let step = server[number]
            do {
                try await simulation.sleep(for: step.latency)
            } catch {
                throw TransportError(.cancelled, request: request)
            }
            guard let status = step.status else {
                throw TransportError(.disconnected(.connectionLost), request: request)
            }
            return .fixture(status, headers: step.headers, to: request)
        }
        let retrying = transport.retrying(policy, clock: simulation, randomSource: SeededRandomSource(seed: seed))
        let request = APIRequest.fixture(method, headers: hasKey ? [.init(literal: "Idempotency-Key"): "k"] : [:])
        let cancellation = cancellation
        let outcome = simulation.run {
            await withTaskGroup(of: Result<APIResponse, TransportError>?.self) { group in
                group.addTask {
                    await Result(of: { () async throws(TransportError) in try await retrying.exchange(request) })
                }
                if let cancellation {
                    group.addTask {
                        _ = try? await simulation.sleep(for: cancellation)
                        return nil
                    }
                }
                let first = await group.next()
                let elapsed = simulation.uptime
                group.cancelAll()
                if let outcome = first ?? nil { return (outcome, elapsed) }
                guard case let outcome?? = await group.next() else { preconditionFailure("no outcome") }
                return (outcome, simulation.uptime)
            }
        }
        return Record(outcome: outcome.0, elapsed: outcome.1, requests: transport.requests.count)
    }

    func kind(of record: Record) -> String {
        if record.isCancelled { return "cancelled" }
        if record.attempts.last?.outcome == "timedOut" { return "out of time" }
        let last = server[record.attempts.count - 1]
        if last.status == 200 { return "answered" }
        if !last.isWorthRepeating(by: policy) { return "refused" }
        if !isRepeatable { return "not repeatable" }
        if record.attempts.count == policy.attempts { return "out of attempts" }
        return "failed"
    }
}

/// Returns 12:00:00 of that day plus the given number of seconds.
private func date(after seconds: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = 12 * 3600 + seconds
    return "Fri, 20 Nov 2026 \(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60)) GMT"
}

private struct Record {
    let outcome: Result<APIResponse, TransportError>
    let elapsed: Duration
    let requests: Int

    var attempts: [Attempt] {
        switch outcome {
        case .success(let response): response.attempts
        case .failure(let error): error.attempts
        }
    }

    var isCancelled: Bool {
        if case .failure(let error) = outcome { error.kind == .cancelled } else { false }
    }
}
