import Foundation
import HTTPTypes
import Synchronization
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 再試行する輸送 {
    private static func always(_ status: Int) -> ClosureTransport {
        ClosureTransport { request, _ throws(TransportError) in .fixture(status, "no", to: request) }
    }

    @Test func 二度目に届けばその応答と二つの試行() throws {
        let simulation = Simulation()
        let transport = ClosureTransport { request, number throws(TransportError) in
            guard number > 0 else { throw TransportError(.disconnected(.connectionLost), request: request) }
            return .fixture(200, "ok", to: request)
        }
        let retrying = transport.retrying(clock: simulation, randomSource: SeededRandomSource())

        let response = try simulation.outcome { () async throws(TransportError) in
            try await retrying.exchange(.fixture(.get))
        }

        #expect(response.text == "ok")
        #expect(response.attempts.map(\.outcome) == ["connectionLost", "status 200"])
    }

    @Test func 予算が尽きたら繰り返さない() throws {
        let simulation = Simulation()
        let transport = Self.always(503)
        let retrying = transport.retrying(
            RetryPolicy(attempts: 5), budget: RetryBudget(capacity: 6, ratio: 0.5), clock: simulation,
            randomSource: SeededRandomSource())

        for _ in 0..<10 {
            let response = try simulation.outcome { () async throws(TransportError) in
                try await retrying.exchange(.fixture(.get))
            }
            #expect(response.head.status.code == 503)
        }

        // Ten calls, six free retries, and half a retry for each call, except for calls with a full budget.
        #expect(transport.requests.count == 10 + 6 + 4)
    }

    @Test func 待ち時間は幅いっぱいに散らばる() throws {
        let policy = RetryPolicy(attempts: 2, firstPause: .seconds(1), longestPause: .seconds(9))
        let randomSource = SeededRandomSource()
        let transport = Self.always(503)

        let pauses = try (0..<1000).map { _ in
            let simulation = Simulation()
            let retrying = transport.retrying(policy, clock: simulation, randomSource: randomSource)
            let response = try simulation.outcome { () async throws(TransportError) in
                try await retrying.exchange(.fixture(.get))
            }
            return try #require(response.attempts[0].pause)
        }

        let tenths = Dictionary(grouping: pauses) { Int($0 / .milliseconds(100)) }.mapValues(\.count)
        #expect(tenths.keys.sorted() == Array(0..<10))
        #expect(tenths.values.allSatisfy { (60...140).contains($0) })
    }

    @Test func 途中で打ち切られた流れは手放される() throws {
        let simulation = Simulation()
        let discarded = Mutex(0)
        let transport = ClosureTransport { request, number throws(TransportError) in
            guard number == 0 else { return .fixture(200, to: request) }
            let stream = HTTPBodyStream(
                pull: { () async throws(TransportError) in nil }, stop: { discarded.withLock { $0 += 1 } })
            return APIResponse(HTTPResponse(status: .serviceUnavailable), body: .stream(stream), to: request)
        }
        let retrying = transport.retrying(clock: simulation, randomSource: SeededRandomSource())

        _ = try simulation.outcome { () async throws(TransportError) in
            try await retrying.exchange(.fixture(.get, isStreamed: true))
        }

        #expect(discarded.withLock { $0 } == 1)
    }

    @Suite struct 待てと言われた時間 {
        @Test(arguments: [
            "", "-1", "1.5", "soon", "+5", "99999999999", "٣", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994",
            "Sun, 06 Nov 1994 08:49:37… GMT", "Sun, 06 Nov 1994 x08:49:37 GMT", "Sun, 06 Nov 1994 08:49:٣٧ GMT",
            "日曜日, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37x GMT", "Sun Nov  6 x08:49:37 1994",
        ])
        func 読めないものはないのと同じ(text: String) {
            #expect(RetryAfter([.retryAfter: text]) == nil)
        }
    }
}

extension Simulation {
    /// Runs an operation that may fail, like ``run(_:)``.
    func outcome<Success: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try run {
            do throws(Failure) {
                return Result<Success, Failure>.success(try await operation())
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
