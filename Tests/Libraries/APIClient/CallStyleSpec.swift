import Foundation
import HTTPTypes
import Synchronization
import Testing
import UsecasesAPIClient
import UsecasesCombine
import UsecasesEngine
import UsecasesTesting

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

private struct Saying: API {
    typealias Service = ExampleAPIs
    typealias Entity = String

    let path: Path = "/saying"
}

private func wise() -> ClosureTransport { .answering(200, "wise") }

private enum CallStyle: String, CaseIterable, Sendable {
    case async, completion, publisher

    func call<Client: APIClient, A: API>(
        _ api: A, on client: Client
    ) async throws(ErrorWrapper) -> A.Entity where A.Service == Client.Service {
        switch self {
        case .async: return try await client.call(api)
        case .completion:
            return try await withCheckedContinuation { continuation in
                client.call(api) { continuation.resume(returning: $0) }
            }.get()
        case .publisher: return try await client.publisher(for: api).outcome.get()
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct 呼び方 {
    @Test(arguments: [(200, "wise"), (404, #"{"code":"E","title":"T","message":"M"}"#), (500, "<html>")])
    func どの呼び方でも要求と結果は同じ(status: Int, body: String) async throws {
        let server = ClosureTransport.answering(status, body)
        let client = try ExampleAPIs.client(server)
        var outcomes: [String] = []

        for style in CallStyle.allCases {
            do throws(ErrorWrapper) {
                outcomes.append(try await style.call(Saying(), on: client))
            } catch {
                outcomes.append("\(error.causes) \(error.args.sorted { $0.key < $1.key })")
            }
        }

        #expect(outcomes.count == 3 && Set(outcomes).count == 1, "\(outcomes)")
        #expect(status != 200 || outcomes[0] == "wise")
        #expect(server.requests.count == 3 && Set(server.requests).count == 1)
    }
}

@Suite(.timeLimit(.minutes(5))) struct クロージャで呼ぶ {
    /// The results that a completion was called with.
    private final class Calls: Sendable {
        private let state = Mutex<[String]>([])

        /// Calls, and returns a stream that ends when the completion can no longer be called. Only the call retains it.
        func begin(_ transport: any HTTPTransport, _ clock: any Clock) throws -> (APICall, isOver: AsyncStream<Void>) {
            let (lease, isOver) = Lease.make()
            let client = try ExampleAPIs.client(transport, clock: clock)
            let call = client.call(Saying()) { [self, lease] in append($0, under: lease) }
            return (call, isOver)
        }

        func all(until isOver: AsyncStream<Void>) async -> [String] {
            for await _ in isOver {}
            return state.withLock { $0 }
        }

        private func append(_ result: Result<String, ErrorWrapper>, under _: Lease) {
            let text =
                switch result {
                case .success(let text): text
                case .failure(let error): error.name
                }
            state.withLock { $0.append(text) }
        }
    }

    @Test func 中断しても一度だけ呼ばれる() async throws {
        let clock = ManualClock()
        let stub = StubTransport(
            [ExpectedRequest(.get, "/saying", .response(200, "late", delay: .seconds(5)))], clock: clock)
        let calls = Calls()
        let (call, isOver) = try calls.begin(stub, clock)
        await clock.sleepers(2)

        call.cancel()
        call.cancel()
        clock.advance(by: .seconds(60))

        await expect(calls.all(until: isOver), equals: ["中断"])
    }

    @Test func 済んでから中断しても二度は呼ばれない() async throws {
        let calls = Calls()
        let (call, isOver) = try calls.begin(wise(), ManualClock())
        let before = await calls.all(until: isOver)

        call.cancel()

        #expect(before == ["wise"])
        await expect(calls.all(until: isOver), equals: before)
    }

    @Test func 中断と応答が競っても一度だけ() async throws {
        for _ in 0..<500 {
            let calls = Calls()
            let (call, isOver) = try calls.begin(wise(), ManualClock())
            Thread.detachNewThread { call.cancel() }
            await expect(calls.all(until: isOver).count, equals: 1)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct パブリッシャで呼ぶ {
    @Test func 購読されるまで何も送らず購読のたびに送る() async throws {
        let server = wise()
        let publisher = try ExampleAPIs.client(server).publisher(for: Saying())
        #expect(server.requests.isEmpty)

        let first = try await publisher.outcome.get()
        let second = try await publisher.outcome.get()

        #expect([first, second] == ["wise", "wise"])
        #expect(server.requests.count == 2)
    }

    @Test func 購読をやめたら呼び出しも中断され何も届かない() async throws {
        let clock = ManualClock()
        let (endings, ending) = AsyncStream.makeStream(of: Bool.self)
        let transport = ClosureTransport { request, _ throws(TransportError) in
            let slept: Void? = try? await clock.sleep(for: .seconds(3600))
            ending.yield(slept == nil)
            ending.finish()
            throw TransportError(.cancelled, request: request)
        }
        let received = Mutex(0)
        let publisher = try ExampleAPIs.client(transport, clock: clock).publisher(for: Saying())
        // Only the subscription retains the lease.
        func listen() -> (subscription: AnyCancellable?, isOver: AsyncStream<Void>) {
            let (lease, isOver) = Lease.make()
            let subscription = publisher.sink { _ in
                received.withLock { $0 += 1 }
                withExtendedLifetime(lease) {}
            } receiveValue: { _ in
                received.withLock { $0 += 1 }
            }
            return (subscription, isOver)
        }
        var (subscription, isOver) = listen()
        await clock.sleepers(2)

        subscription?.cancel()
        subscription = nil

        for await wasCancelled in endings { #expect(wasCancelled) }
        for await _ in isOver {}
        #expect(received.withLock { $0 } == 0)
    }

    private struct Undemanding: Subscriber {
        let combineIdentifier = CombineIdentifier()
        let lease: Lease

        func receive(subscription: any Subscription) {}
        func receive(_ input: String) -> Subscribers.Demand { .none }
        func receive(completion: Subscribers.Completion<ErrorWrapper>) {}
    }

    @Test func 値を求めない購読者には何も送らない() async throws {
        let server = wise()

        let isOver = try {
            let (lease, isOver) = Lease.make()
            try ExampleAPIs.client(server).publisher(for: Saying()).subscribe(Undemanding(lease: lease))
            return isOver
        }()

        for await _ in isOver {}
        #expect(server.requests.isEmpty)
    }
}
