import Foundation
import HTTPTypes
import Synchronization
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct 再試行する輸送 {
    /// Exchanges a request in virtual time.
    private static func exchange(
        over transport: ClosureTransport, _ policy: RetryPolicy = RetryPolicy(), isStreamed: Bool = false,
        randomSource: any RandomSource = SeededRandomSource()
    ) throws -> APIResponse {
        let simulation = Simulation()
        let retrying = transport.retrying(policy, clock: simulation, randomSource: randomSource)
        return try simulation.outcome { () async throws(TransportError) in
            try await retrying.exchange(.fixture(isStreamed: isStreamed))
        }
    }

    @Test func 待ち時間は幅いっぱいに散らばる() throws {
        let policy = RetryPolicy(attempts: 2, backoff: Backoff(first: .seconds(1), longest: .seconds(9)))
        let randomSource = SeededRandomSource()
        let transport = ClosureTransport.answering(503)

        let pauses = try (0..<1000).map { _ in
            let response = try Self.exchange(over: transport, policy, randomSource: randomSource)
            return try #require(response.attempts[0].pause)
        }

        let tenths = Dictionary(grouping: pauses) { Int($0 / .milliseconds(100)) }.mapValues(\.count)
        #expect(tenths.keys.sorted() == Array(0..<10))
        #expect(tenths.values.allSatisfy { (60...140).contains($0) })
    }

    @Test func 途中で打ち切られた流れは手放される() throws {
        let discarded = Mutex(0)
        let transport = ClosureTransport { request, number throws(TransportError) in
            guard number == 0 else { return .fixture(200, to: request) }
            let stream = HTTPBodyStream(
                pull: { () async throws(TransportError) in nil }, stop: { discarded.withLock { $0 += 1 } })
            return APIResponse(HTTPResponse(status: .serviceUnavailable), body: .stream(stream), to: request)
        }

        let response = try Self.exchange(over: transport, isStreamed: true)

        #expect(response.attempts.map(\.outcome) == ["status 503", "status 200"])
        #expect(discarded.withLock { $0 } == 1)
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "+5", "99999999999", "٣", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994",
        "Sun, 06 Nov 1994 08:49:37… GMT", "Sun, 06 Nov 1994 x08:49:37 GMT", "Sun, 06 Nov 1994 08:49:٣٧ GMT",
        "日曜日, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37x GMT", "Sun Nov  6 x08:49:37 1994",
    ])
    func 待てと言われた時間が読めなければないのと同じ(text: String) {
        #expect(RetryAfter([.retryAfter: text]) == nil)
    }
}

extension Simulation {
    /// Runs an operation that may fail, like ``run(_:)``.
    func outcome<Success: Sendable, Failure: Error>(
        _ operation: @escaping @Sendable () async throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try run { await Result(of: operation) }.get()
    }
}
