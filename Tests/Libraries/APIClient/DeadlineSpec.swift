import Foundation
import HTTPTypes
import Testing
import Usecases

@testable import CalearningTestSupport
@testable import UsecasesAPIClient
@testable import UsecasesSystem

@Suite(.timeLimit(.minutes(5))) struct やりとりの締め切り {
    private static let soon = Duration.milliseconds(200)

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
        let transport = NetworkTransport()

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(
                .fixture(.get, server.address, isStreamed: answer.isStreamed),
                until: Deadline(after: Self.soon, on: SystemClock()))
        }

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
        let deadline = Deadline(after: .seconds(2), on: SystemClock())
        let request = APIRequest.fixture(.get, server.address, isStreamed: true)

        let response = try await NetworkTransport().exchange(request, until: deadline)
        let alarm = deadline.alarm { gate.signal() }

        try await expect(response.collected().text, equals: "late")
        #expect(!alarm.stop())
    }

    @Test func 締め切りより先に中断されたら中断() async throws {
        let server = try LoopbackServer { $0.waitForHangUp() }
        defer { server.stop() }
        let transport = NetworkTransport()
        let exchange = Task {
            try await transport.exchange(
                .fixture(.get, server.address), until: Deadline(after: .seconds(60), on: SystemClock()))
        }
        await server.requestArrived()

        exchange.cancel()

        let error = await #expect(throws: TransportError.self) { try await exchange.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func 重ねた輸送のどれを通っても試みとともに時間切れになる() async throws {
        let clock = SystemClock()
        let base = ClosureTransport { request, _ throws(TransportError) in
            try? await clock.sleep(for: .seconds(60))
            throw TransportError(.cancelled, request: request)
        }
        let transport = base.followingRedirects().retrying(clock: clock, randomSource: SystemRandomSource())
            .limitingResponses(to: 1).observed(clock: clock) { _ in }.tracing().caching(in: ResponseCache())

        let error = await #expect(throws: TransportError.self) {
            try await transport.exchange(
                .fixture(.get, "http://127.0.0.1"), until: Deadline(after: Self.soon, on: clock))
        }

        #expect(error?.kind == .disconnected(.timedOut))
        #expect(error?.attempts.map(\.outcome) == ["timedOut"])
        #expect(error?.causedBy as? DeadlineExceeded == DeadlineExceeded(timeout: Self.soon))
        #expect(base.requests.count == 1)
    }

    @Test func 締め切りの後までの休みには入らない() async throws {
        let clock = SystemClock()
        let base = ClosureTransport { request, _ throws(TransportError) in
            APIResponse(
                HTTPResponse(status: .serviceUnavailable, headerFields: [.retryAfter: "5"]), body: .complete(Data()),
                to: request)
        }
        let transport = base.retrying(clock: clock, randomSource: SystemRandomSource())

        let response = try await transport.exchange(
            .fixture(.get, "http://127.0.0.1"), until: Deadline(after: .seconds(3), on: clock))

        #expect(response.head.status == .serviceUnavailable)
        #expect(response.attempts.count == 1)
    }

    @Test func 過ぎた締め切りなら輸送は始めてもすぐに終わる() async throws {
        let server = try LoopbackServer { $0.waitForHangUp() }
        defer { server.stop() }

        let error = await #expect(throws: TransportError.self) {
            try await NetworkTransport().exchange(
                .fixture(.get, server.address), until: Deadline(after: .seconds(-1), on: SystemClock()))
        }

        #expect(error?.kind == .disconnected(.timedOut))
    }
}
