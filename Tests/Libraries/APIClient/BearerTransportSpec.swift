import HTTPTypes
import Synchronization
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct トークンで認証する輸送 {
    private static let service = "http://127.0.0.1:1"

    /// Accepts `good` and refuses everything else.
    private static func server() -> ClosureTransport {
        ClosureTransport { request, _ throws(TransportError) in
            let isGood = request.head.headerFields[.authorization] == "Bearer good"
            return .fixture(isGood ? 200 : 401, to: request)
        }
    }

    private static func transport(_ base: any HTTPTransport, _ tokens: BearerTokens) throws -> BearerTransport {
        base.authenticating(with: tokens, for: try BaseAddress(service))
    }

    /// A closure that refreshes the token when the spec permits it, and counts the calls.
    private final class Refresh: Sendable {
        private let gate = AsyncStream.makeStream(of: Void.self)
        private let state = Mutex((count: 0, wasCancelled: false))

        var count: Int { state.withLock { $0.count } }
        var wasCancelled: Bool { state.withLock { $0.wasCancelled } }

        func open() { gate.continuation.finish() }

        func callAsFunction() async throws -> BearerToken {
            state.withLock { $0.count += 1 }
            for await _ in gate.stream {}
            if Task.isCancelled {
                state.withLock { $0.wasCancelled = true }
                throw CancellationError()
            }
            return BearerToken("good")
        }
    }

    private struct Refused: Error, Equatable {}

    @Test func 百の要求が待っても更新は一度() async throws {
        let server = Self.server()
        let refresh = Refresh()
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) { try await refresh() }
        let transport = try Self.transport(server, tokens)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask { try await transport.exchange(.fixture(.get, Self.service)).head.status.code }
            }
            try await eventually("100 requests are refused") { server.requests.count == 100 }
            refresh.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses == Array(repeating: 200, count: 100))
        #expect(refresh.count == 1)
        #expect(server.requests.count == 200)
    }

    @Test func 更新に失敗したら待つ要求は原因とともにすべて一度ずつ失敗する() async throws {
        let server = Self.server()
        let count = Mutex(0)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) {
            count.withLock { $0 += 1 }
            for await _ in gate {}
            throw Refused()
        }
        let transport = try Self.transport(server, tokens)

        let errors = try await withThrowingTaskGroup(of: TransportError?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do throws(TransportError) {
                        _ = try await transport.exchange(.fixture(.get, Self.service))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            try await eventually("100 requests wait for a token") { tokens.waitingCount == 100 }
            opening.finish()
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(errors.count == 100)
        for error in errors {
            #expect(error?.kind == .unauthenticated)
            #expect(error?.causedBy as? Refused == Refused())
        }
        #expect(count.withLock { $0 } == 1)
        #expect(server.requests.count == 100)
    }

    @Test func 失敗した後の要求はまた更新を試みる() async throws {
        let count = Mutex(0)
        let tokens = BearerTokens(clock: ManualClock()) {
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { throw Refused() }
            return BearerToken("good")
        }
        let transport = try Self.transport(Self.server(), tokens)
        await #expect(throws: TransportError.self) { try await transport.exchange(.fixture(.get, Self.service)) }

        let response = try await transport.exchange(.fixture(.get, Self.service))

        #expect(response.head.status == .ok)
        #expect(count.withLock { $0 } == 2)
    }

    @Test(arguments: [(59, ["Bearer old", "Bearer good"]), (60, ["Bearer good"])] as [(Int, [String?])])
    func 期限の時刻になったら使わず_送る前に更新する(seconds: Int, sent: [String?]) async throws {
        let server = Self.server()
        let clock = ManualClock()
        let expiry = Timestamp(milliseconds: clock.now.milliseconds + 60_000)
        let tokens = BearerTokens(BearerToken("old", expiry: expiry), clock: clock) { BearerToken("good") }
        let transport = try Self.transport(server, tokens)
        clock.advance(by: .seconds(seconds))

        _ = try await transport.exchange(.fixture(.get, Self.service))

        #expect(server.requests.map { $0.head.headerFields[.authorization] } == sent)
    }

    @Test func 更新しても断られたらその応答を返し三度目はない() async throws {
        let server = Self.server()
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) { BearerToken("stale too") }
        let transport = try Self.transport(server, tokens)

        let response = try await transport.exchange(.fixture(.get, Self.service))

        #expect(response.head.status == .unauthorized)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: ["http://127.0.0.1:2", "http://127.0.0.2:1", "https://127.0.0.1:1", "http://localhost:1"])
    func 別の宛先にはトークンを送らない(address: String) async throws {
        let server = Self.server()
        let tokens = BearerTokens(BearerToken("good"), clock: ManualClock()) { BearerToken("good") }

        _ = try await Self.transport(server, tokens).exchange(.fixture(.get, address))

        #expect(server.requests.map { $0.head.headerFields[.authorization] } == [nil])
    }

    @Test func 一つが中断されても更新は続き他の要求は届く() async throws {
        let server = Self.server()
        let refresh = Refresh()
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) { try await refresh() }
        let transport = try Self.transport(server, tokens)
        let first = Task { try await transport.exchange(.fixture(.get, Self.service)) }
        let second = Task { try await transport.exchange(.fixture(.get, Self.service)) }
        try await eventually("both are refused and one refreshes") {
            refresh.count == 1 && server.requests.count == 2
        }

        first.cancel()
        let error = await #expect(throws: TransportError.self) { try await first.value }
        refresh.open()

        #expect(error?.kind == .cancelled)
        try await expect(second.value.head.status, equals: .ok)
        #expect(!refresh.wasCancelled)
    }

    @Test func 誰も待たなくなったら更新も中断される() async throws {
        let refresh = Refresh()
        let tokens = BearerTokens(clock: ManualClock()) { try await refresh() }
        let transport = try Self.transport(Self.server(), tokens)
        let only = Task { try await transport.exchange(.fixture(.get, Self.service)) }
        try await eventually("the token is refreshed") { refresh.count == 1 }

        only.cancel()

        await #expect(throws: TransportError.self) { try await only.value }
        try await eventually("the refresh is cancelled") { refresh.wasCancelled }
    }
}
