#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Domain
import Infrastructure
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct パブリッシャ {
    private static func client(_ transport: any HttpTransport, _ clock: any Clock) throws -> HttpApiClient<GitHubApis> {
        HttpApiClient(GitHubApis(address: try BaseAddress("http://host")), transport: transport, clock: clock)
    }

    private static func wise() -> ClosureTransport {
        ClosureTransport { request, _ throws(TransportError) in .fixture(200, "wise", to: request) }
    }

    @Test func 購読されるまで何も送らず購読のたびに送る() async throws {
        let server = Self.wise()
        let publisher = try Self.client(server, ManualClock()).publisher(for: GitHubApis.Zen())
        #expect(server.requests.isEmpty)

        let first = try await publisher.outcome.get()
        let second = try await publisher.outcome.get()

        #expect([first, second] == ["wise", "wise"])
        #expect(server.requests.count == 2)
    }

    @Test func 購読をやめたら呼び出しも中断され何も届かない() async throws {
        let clock = ManualClock()
        let (endings, ending) = AsyncStream.makeStream(of: TransportError.Kind?.self)
        let transport = ClosureTransport { request, _ throws(TransportError) in
            do {
                try await clock.sleep(for: .seconds(3600))
            } catch {
                ending.yield(.cancelled)
                ending.finish()
                throw TransportError(.cancelled, request: request)
            }
            return .fixture(200, "late", to: request)
        }
        let count = Mutex(0)
        let publisher = try Self.client(transport, clock).publisher(for: GitHubApis.Zen())
        let subscription = publisher.sink { _ in
            count.withLock { $0 += 1 }
        } receiveValue: { _ in
            count.withLock { $0 += 1 }
        }
        await clock.sleepers(2)

        subscription.cancel()

        for await kind in endings { #expect(kind == .cancelled) }
        for _ in 0..<100 { await Task.yield() }
        #expect(count.withLock { $0 } == 0)
    }

    @Test func 値を求めない購読者には何も送らない() async throws {
        struct Idle: Subscriber {
            let combineIdentifier = CombineIdentifier()
            func receive(subscription: any Subscription) { subscription.request(.none) }
            func receive(_ input: String) -> Subscribers.Demand { .none }
            func receive(completion: Subscribers.Completion<ErrorWrapper>) {}
        }
        let server = Self.wise()

        try Self.client(server, ManualClock()).publisher(for: GitHubApis.Zen()).subscribe(Idle())
        for _ in 0..<100 { await Task.yield() }

        #expect(server.requests.isEmpty)
    }

    @Test func 演算子とつながる() async throws {
        let publisher = try Self.client(Self.wise(), ManualClock()).publisher(for: GitHubApis.Zen())
        let (values, value) = AsyncStream.makeStream(of: Int.self)

        let subscription = publisher.map(\.count).replaceError(with: -1).sink { _ in
            value.finish()
        } receiveValue: {
            value.yield($0)
        }

        var received: [Int] = []
        for await count in values { received.append(count) }
        subscription.cancel()
        #expect(received == [4])
    }
}
#endif
