import CalearningInfrastructure
import Foundation
import HTTPTypes
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

/// The fourth chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct 三つの呼び方の章 {
    private let client = MockAPIClient(MovableTypeAPIs.GetVersion.self, stub: .success(.fixture()))

    @Test func 待つ() async throws {
        let version = try await client.call(MovableTypeAPIs.GetVersion())

        #expect(version == .fixture())
    }

    @Test func クロージャを渡す() async throws {
        let result = await withCheckedContinuation { continuation in
            client.call(MovableTypeAPIs.GetVersion()) { result in
                continuation.resume(returning: result)
            }
        }

        #expect(try result.get() == .fixture())
    }

    @Test func 購読する() async throws {
        let publisher = client.publisher(for: MovableTypeAPIs.GetVersion())

        #expect(try await publisher.outcome.get() == .fixture())
    }

    @Test func 中断しても一度だけ呼ばれる() async throws {
        let clock = ManualClock()
        let stub = StubTransport(
            [ExpectedRequest(.get, "/zen", .response(200, "late", delay: .seconds(5)))], clock: clock)
        let service = GitHubAPIs(address: try BaseAddress("http://host"))
        let client = LiveAPIClient(service, transport: stub, clock: clock)

        let result = await withCheckedContinuation { continuation in
            let call = client.call(GitHubAPIs.Zen()) { continuation.resume(returning: $0) }
            call.cancel()
        }

        #expect(throws: ErrorWrapper.self) { try result.get() }
    }

    /// Reports a failure, and then continues.
    private func carelessCall(
        _ request: APIRequest, on transport: any HTTPTransport,
        completion: (Result<APIResponse, TransportError>) -> Void
    ) async {
        var response: APIResponse?
        do {
            response = try await transport.exchange(request)
        } catch {
            completion(.failure(error))
        }
        guard let response else { return completion(.failure(TransportError(.other))) }
        completion(.success(response))
    }

    @Test func 戻り忘れると失敗は二度伝わる() async {
        let broken = ClosureTransport { (_, _) throws(TransportError) in
            throw TransportError(.disconnected(.cannotConnect))
        }
        var reports = 0

        await carelessCall(.fixture(), on: broken) { _ in reports += 1 }

        #expect(reports == 2)
    }
}
