import CalearningInfrastructure
import Synchronization
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesCombine
import UsecasesTesting

@testable import CalearningTestSupport

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite(.timeLimit(.minutes(5))) struct パブリッシャ {
    private static func client(_ transport: any HTTPTransport, _ clock: any Clock) throws -> LiveAPIClient<GitHubAPIs> {
        LiveAPIClient(GitHubAPIs(address: try BaseAddress("http://host")), transport: transport, clock: clock)
    }

    /// A subscription and its outcome.
    private final class Listening: Sendable {
        /// Keeps the listener alive while events may still arrive.
        private struct Listener: Subscriber {
            let combineIdentifier = CombineIdentifier()
            let listening: Listening
            let demand: Subscribers.Demand
            let lease: Lease

            func receive(subscription: any Subscription) {
                listening.subscription.withLock { $0 = Held(subscription: subscription) }
                subscription.request(demand)
            }

            func receive(_ input: String) -> Subscribers.Demand {
                listening.received.withLock { $0 += 1 }
                return .none
            }

            func receive(completion: Subscribers.Completion<ErrorWrapper>) {
                listening.received.withLock { $0 += 1 }
            }
        }

        /// A box that is sendable in fact, because the subscription has its own lock.
        private struct Held: Sendable {
            nonisolated(unsafe) let subscription: any Subscription
        }

        private let received = Mutex(0)
        private let subscription = Mutex<Held?>(nil)

        var count: Int { received.withLock { $0 } }

        /// Returns a stream that ends when no more events can arrive.
        func subscribe(to publisher: APIPublisher<String>, demand: Subscribers.Demand) -> AsyncStream<Void> {
            let (lease, isOver) = Lease.make()
            publisher.subscribe(Listener(listening: self, demand: demand, lease: lease))
            return isOver
        }

        func cancel() {
            subscription.withLock { held in
                defer { held = nil }
                return held
            }?.subscription.cancel()
        }
    }

    private static func wise() -> ClosureTransport {
        ClosureTransport { request, _ throws(TransportError) in .fixture(200, "wise", to: request) }
    }

    @Test func 購読されるまで何も送らず購読のたびに送る() async throws {
        let server = Self.wise()
        let publisher = try Self.client(server, ManualClock()).publisher(for: GitHubAPIs.Zen())
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
        let listening = Listening()
        let isOver = try listening.subscribe(
            to: Self.client(transport, clock).publisher(for: GitHubAPIs.Zen()), demand: .unlimited)
        await clock.sleepers(2)

        listening.cancel()

        for await kind in endings { #expect(kind == .cancelled) }
        for await _ in isOver {}
        #expect(listening.count == 0)
    }

    @Test func 値を求めない購読者には何も送らない() async throws {
        let server = Self.wise()
        let listening = Listening()

        let isOver = try listening.subscribe(
            to: Self.client(server, ManualClock()).publisher(for: GitHubAPIs.Zen()), demand: .none)
        listening.cancel()

        for await _ in isOver {}
        #expect(server.requests.isEmpty)
    }

    @Test func 演算子とつながる() async throws {
        let publisher = try Self.client(Self.wise(), ManualClock()).publisher(for: GitHubAPIs.Zen())
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
