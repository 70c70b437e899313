import Foundation
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesAPIClient

@Suite(.timeLimit(.minutes(5))) struct やりとりの締め切り {
    private static let soon = Duration.milliseconds(200)
    private let clock = SystemClock()

    private func error(of transport: any HTTPTransport, _ request: APIRequest, after timeout: Duration) async
        -> TransportError?
    {
        await #expect(throws: TransportError.self) {
            try await withDeadline(timeout, on: clock) { () async throws(TransportError) in
                try await transport.exchange(request)
            }
        }
    }

    @Test(
        arguments: [("", false), ("", true), (LoopbackServer.head(200, length: 10) + "half", false)])
    func 応答が来ないか途中で止まれば時間切れで接続も切れる(answer: (sent: String, isStreamed: Bool)) async throws {
        let (hangUps, hangUp) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            connection.send(answer.sent)
            connection.waitForHangUp()
            hangUp.finish()
        }
        defer { server.stop() }

        let error = await error(
            of: NetworkTransport(), .fixture(.get, server.address, isStreamed: answer.isStreamed), after: Self.soon)

        #expect(error?.kind == .disconnected(.timedOut))
        #expect(error?.request?.url == server.address + "/")
        #expect(error?.causedBy as? DeadlineExceeded == DeadlineExceeded(timeout: Self.soon))
        for await _ in hangUps {}
    }

    @Test func 流れる本文は締め切りの後でも読める() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { connection in
            connection.send(LoopbackServer.head(200, length: 4))
            gate.wait()
            connection.send("late")
        }
        defer { server.stop() }
        let request = APIRequest.fixture(.get, server.address, isStreamed: true)

        let response = try await withDeadline(.seconds(2), on: clock) { () async throws(TransportError) in
            try await NetworkTransport().exchange(request)
        }
        try await clock.sleep(for: .seconds(2))
        gate.signal()

        try await expect(response.collected().text, equals: "late")
    }

    @Test func 締め切りより先に中断されたら中断() async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }
        let exchange = Task {
            await error(of: NetworkTransport(), .fixture(.get, server.address), after: .seconds(60))
        }
        await server.requestArrived()

        exchange.cancel()

        await expect(exchange.value?.kind, equals: .cancelled)
    }

    @Test func 過ぎた締め切りなら輸送は始めてもすぐに終わる() async throws {
        let server = try LoopbackServer.neverAnswering()
        defer { server.stop() }

        let error = await error(of: NetworkTransport(), .fixture(.get, server.address), after: .seconds(-1))

        #expect(error?.kind == .disconnected(.timedOut))
    }

    @Test func 重ねた輸送のどれを通っても試みとともに時間切れになる() async throws {
        let base = ClosureTransport { [clock] request, _ throws(TransportError) in
            try? await clock.sleep(for: .seconds(60))
            throw TransportError(.cancelled, request: request)
        }
        let transport = base.followingRedirects().retrying(clock: clock, randomSource: SystemRandomSource()).tracing()

        let error = await error(of: transport, .fixture(), after: Self.soon)

        #expect(error?.kind == .disconnected(.timedOut))
        #expect(error?.attempts.map(\.outcome) == ["timedOut"])
        #expect(error?.causedBy as? DeadlineExceeded == DeadlineExceeded(timeout: Self.soon))
        #expect(base.requests.count == 1)
    }

    @Test func 締め切りの後までの休みには入らない() async throws {
        let base = ClosureTransport.answering(503, headers: [.retryAfter: "5"])
        let transport = base.retrying(clock: clock, randomSource: SystemRandomSource())

        let response = try await withDeadline(.seconds(3), on: clock) { () async throws(TransportError) in
            try await transport.exchange(.fixture())
        }

        #expect(response.head.status == .serviceUnavailable)
        #expect(response.attempts.count == 1)
    }

    /// The sleep of the inner deadline is interrupted, too, and ends before the operation.
    @Test func 二重の締め切りでも_何が中断されたかは失われない() async throws {
        let clock = ManualClock()

        let call = Task { () async throws(TransportError) -> Int in
            try await withDeadline(.seconds(1), on: clock) { () async throws(TransportError) in
                try await withDeadline(.seconds(8), on: clock) { () async throws(TransportError) -> Int in
                    try? await clock.sleep(for: .seconds(100))
                    // Not cancelled with the call.
                    await Task {
                        var turns = 0
                        try? await eventually("other tasks had their turns") {
                            turns += 1
                            return turns == 90
                        }
                    }.value
                    throw TransportError(.cancelled).atProxy
                }
            }
        }
        await clock.sleepers(3)
        clock.advance(by: .seconds(1))

        let result = await call.result
        let error = #expect(throws: TransportError.self) { try result.get() }
        #expect(error?.kind == .proxy(status: nil))
    }

    @Test(arguments: [
        (Duration.seconds(8), "no complete response within 8.0 seconds"),
        (.milliseconds(250), "no complete response within 0.25 seconds"),
        // A retry begins exactly at the deadline.
        (.zero, "no complete response within less than 0.001 seconds"),
    ])
    func 待つ時間が尽きたことは読める長さで言う(timeout: Duration, text: String) {
        #expect("\(DeadlineExceeded(timeout: timeout))" == text)
    }
}
