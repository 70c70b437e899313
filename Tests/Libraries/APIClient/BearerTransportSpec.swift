import HTTPTypes
import Synchronization
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct トークンで認証する輸送 {
    private static let service = "http://127.0.0.1:1"

    private struct Refused: Error, Equatable {}

    /// A closure that refreshes the token when the spec permits it, and counts the calls.
    private final class Refresh: Sendable {
        private let gate = AsyncStream.makeStream(of: Void.self)
        private let state = Mutex((count: 0, wasCancelled: false))
        /// The token, or `nil` to fail.
        private let token: BearerToken?

        init(_ token: BearerToken? = BearerToken("good")) {
            self.token = token
        }

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
            guard let token else { throw Refused() }
            return token
        }
    }

    private let server = ClosureTransport { request, _ throws(TransportError) in
        let isGood = request.head.headerFields[.authorization] == "Bearer good"
        return .fixture(isGood ? 200 : 401, to: request)
    }

    private func outcome(
        _ tokens: BearerTokens, to address: String = Self.service
    ) async -> Result<Int, TransportError> {
        do throws(TransportError) {
            guard let service = try? BaseAddress(Self.service) else { throw TransportError(.other) }
            let transport = server.authenticating(with: tokens, for: service)
            return .success(try await transport.exchange(.fixture(.get, address)).head.status.code)
        } catch {
            return .failure(error)
        }
    }

    /// Sends a hundred requests at the same time, which all need the refresh.
    private func hundred(_ tokens: BearerTokens, _ refresh: Refresh) async throws -> [Result<Int, TransportError>] {
        try await withThrowingTaskGroup(of: Result<Int, TransportError>.self) { group in
            for _ in 0..<100 { group.addTask { await outcome(tokens) } }
            try await eventually("100 requests wait for a token") { await tokens.waitingCount == 100 }
            refresh.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func 百の要求が待っても更新は一度() async throws {
        let refresh = Refresh()
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) { try await refresh() }

        let outcomes = try await hundred(tokens, refresh)

        #expect(outcomes.map { try? $0.get() } == Array(repeating: 200, count: 100))
        #expect(refresh.count == 1)
        #expect(server.requests.count == 200)
    }

    @Test func 更新に失敗したら待つ要求は原因とともにすべて失敗し_次の要求はまた更新を試みる() async throws {
        let refresh = Refresh(nil)
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) { try await refresh() }

        let outcomes = try await hundred(tokens, refresh)

        for outcome in outcomes {
            let error = #expect(throws: TransportError.self) { try outcome.get() }
            #expect(error?.kind == .unauthenticated)
            #expect(error?.causedBy as? Refused == Refused())
        }
        #expect(refresh.count == 1)
        #expect(server.requests.count == 100)
        _ = await outcome(tokens)
        #expect(refresh.count == 2)
    }

    @Test(arguments: [(59, ["Bearer old", "Bearer good"]), (60, ["Bearer good"])] as [(Int, [String?])])
    func 期限の時刻になったら使わず_送る前に更新する(seconds: Int, sent: [String?]) async throws {
        let clock = ManualClock()
        let expiry = Timestamp(milliseconds: clock.now.milliseconds + 60_000)
        let tokens = BearerTokens(BearerToken("old", expiry: expiry), clock: clock) { BearerToken("good") }
        clock.advance(by: .seconds(seconds))

        _ = await outcome(tokens)

        #expect(server.requests.map { $0.head.headerFields[.authorization] } == sent)
    }

    @Test func 更新しても断られたらその応答を返し三度目はない() async throws {
        let tokens = BearerTokens(BearerToken("stale"), clock: ManualClock()) { BearerToken("stale too") }

        try await expect(outcome(tokens).get(), equals: 401)

        #expect(server.requests.count == 2)
    }

    @Test(arguments: ["http://127.0.0.1:2", "http://127.0.0.2:1", "https://127.0.0.1:1", "http://localhost:1"])
    func 別の宛先にはトークンを送らない(address: String) async throws {
        let tokens = BearerTokens(BearerToken("good"), clock: ManualClock()) { BearerToken("good") }

        _ = await outcome(tokens, to: address)

        #expect(server.requests.map { $0.head.headerFields[.authorization] } == [nil])
    }

    @Test func 一つが中断されても更新は続き_誰も待たなくなったら中断される() async throws {
        let refresh = Refresh()
        let tokens = BearerTokens(clock: ManualClock()) { try await refresh() }
        let calls = (0..<2).map { _ in Task { await outcome(tokens) } }
        try await eventually("both wait") { await tokens.waitingCount == 2 && refresh.count == 1 }

        calls[0].cancel()
        let first = await calls[0].value
        #expect(!refresh.wasCancelled)
        calls[1].cancel()
        let second = await calls[1].value

        try await eventually("the refresh is cancelled") { refresh.wasCancelled }
        for outcome in [first, second] {
            #expect(throws: TransportError.self) { try outcome.get() }
            if case .failure(let error) = outcome { #expect(error.kind == .cancelled) }
        }
        #expect(server.requests.isEmpty)
    }

    @Test func 一つが中断されても他の要求は新しいトークンで届く() async throws {
        let refresh = Refresh()
        let tokens = BearerTokens(clock: ManualClock()) { try await refresh() }
        let calls = (0..<2).map { _ in Task { await outcome(tokens) } }
        try await eventually("both wait") { await tokens.waitingCount == 2 }

        calls[0].cancel()
        _ = await calls[0].value
        refresh.open()

        try await expect(calls[1].value.get(), equals: 200)
    }
}
