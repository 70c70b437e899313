import CalearningDomain
import CalearningInfrastructure
import Foundation
import HTTPTypes
import Synchronization
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 呼び方 {
    /// Calls the API in every style against a server with this response. Returns the outcomes as text.
    private static func outcomes<A: API>(
        of api: A, of service: (BaseAddress) -> A.Service, answering status: Int, _ body: String
    ) async throws -> Set<String> {
        let server = try LoopbackServer.answering(status, body)
        defer { server.stop() }
        let client = LiveAPIClient(
            service(try BaseAddress(server.address)), transport: NetworkTransport(), clock: ManualClock())
        var outcomes: Set<String> = []
        for style in CallStyle.allCases {
            do throws(ErrorWrapper) {
                outcomes.insert("\(try await style.call(api, on: client))")
            } catch {
                outcomes.insert(
                    "\(error.service.map { "\($0)" } ?? "\(error.system.map { "\($0)" } ?? "")") \(error.args.sorted { $0.key < $1.key })"
                )
            }
        }
        #expect(server.requests.count == CallStyle.allCases.count)
        #expect(
            Set(server.requests.map { "\($0.method) \($0.path) \($0.headers.sorted { $0.key < $1.key }) \($0.body)" })
                .count == 1)
        return outcomes
    }

    @Test func どの端点でも値は同じ() async throws {
        let gitHub = { GitHubAPIs(address: $0) }
        let key = InstallationKey(fixture: "k-1")
        let user = GitHubAPIs.User(login: try #require(GitHubLogin("octocat")))

        let outcomes = [
            try await Self.outcomes(
                of: BackendAPIs.Register(installation: key), of: BackendAPIs.init, answering: 201, #"{"udid":"u-1"}"#),
            try await Self.outcomes(of: GitHubAPIs.Zen(), of: gitHub, answering: 200, "Mind your words.\n"),
            try await Self.outcomes(
                of: user, of: gitHub, answering: 200,
                #"{"id":1,"login":"octocat","html_url":"https://github.com/octocat","public_repos":8}"#),
            try await Self.outcomes(
                of: GitHubStatusAPIs.Status(), of: GitHubStatusAPIs.init, answering: 200,
                #"{"status":{"indicator":"none","description":"All Systems Operational"}}"#),
            try await Self.outcomes(
                of: MovableTypeAPIs.GetVersion(), of: MovableTypeAPIs.init, answering: 200,
                #"{"endpointVersion":"v4","apiVersion":4}"#),
        ]

        #expect(outcomes.map(\.count) == [1, 1, 1, 1, 1], "\(outcomes)")
        // No refused or unreadable answer contains these parts.
        let parts = ["UDIDBody(udid: ", "Mind your words.", "publicRepos: Optional(8)", "Entity(status: ", "v4, 4"]
        for (outcome, part) in zip(outcomes.joined(), parts) { #expect(outcome.contains(part), "\(outcome)") }
    }

    @Test func 失敗も同じ() async throws {
        for (status, body) in [(404, #"{"message":"Not Found"}"#), (500, "<html>"), (200, "<html>")] {
            let outcomes = try await Self.outcomes(
                of: GitHubAPIs.Zen(), of: { GitHubAPIs(address: $0) }, answering: status, body)
            #expect(outcomes.count == 1, "\(outcomes)")
        }
    }

    @Suite struct クロージャ {
        /// The recorded calls of a completion, with their results.
        private final class Calls: Sendable {
            private let state = Mutex<[String]>([])

            /// Returns the completion, and a stream that ends when it can no longer be called.
            func completion() -> (
                call: @Sendable (Result<String, ErrorWrapper>) -> Void, isOver: AsyncStream<Void>
            ) {
                let (lease, isOver) = Lease.make()
                return ({ [self, lease] in append($0, under: lease) }, isOver)
            }

            /// Returns all calls after the stream has ended.
            func all(until isOver: AsyncStream<Void>) async -> [String] {
                for await _ in isOver {}
                return state.withLock { $0 }
            }

            private func append(_ result: Result<String, ErrorWrapper>, under _: Lease) {
                state.withLock { calls in
                    switch result {
                    case .success(let text): calls.append(text)
                    case .failure(let error): calls.append("\(error.system.map { "\($0)" } ?? "")")
                    }
                }
            }
        }

        private static func client(_ stub: any HTTPTransport, _ clock: any Clock) throws -> LiveAPIClient<GitHubAPIs> {
            LiveAPIClient(GitHubAPIs(address: try BaseAddress("http://host")), transport: stub, clock: clock)
        }

        /// Calls with a counting completion. Only the call retains the completion.
        private static func call(
            _ stub: any HTTPTransport, _ clock: any Clock, _ calls: Calls
        ) throws -> (call: APICall, isOver: AsyncStream<Void>) {
            let completion = calls.completion()
            return (try client(stub, clock).call(GitHubAPIs.Zen(), completion: completion.call), completion.isOver)
        }

        @Test func 中断しても一度だけ呼ばれる() async throws {
            let clock = ManualClock()
            let stub = StubTransport(
                [ExpectedRequest(.get, "/zen", .response(200, "late", delay: .seconds(5)))], clock: clock)
            let calls = Calls()
            let (call, isOver) = try Self.call(stub, clock, calls)
            await clock.sleepers(2)

            call.cancel()
            call.cancel()
            clock.advance(by: .seconds(60))

            await expect(calls.all(until: isOver), equals: ["\(SystemErrors.task(.中断))"])
        }

        @Test func 済んでから中断しても二度は呼ばれない() async throws {
            let clock = ManualClock()
            let stub = StubTransport([ExpectedRequest(.get, "/zen", .response(200, "wise"))], clock: clock)
            let calls = Calls()
            let (call, isOver) = try Self.call(stub, clock, calls)
            let before = await calls.all(until: isOver)

            call.cancel()

            #expect(before == ["wise"])
            await expect(calls.all(until: isOver), equals: before)
        }

        @Test func 中断と応答が競っても一度だけ() async throws {
            for _ in 0..<500 {
                let clock = ManualClock()
                let stub = StubTransport([ExpectedRequest(.get, "/zen", .response(200, "wise"))], clock: clock)
                let calls = Calls()
                let (call, isOver) = try Self.call(stub, clock, calls)
                Thread.detachNewThread { call.cancel() }
                await expect(calls.all(until: isOver).count, equals: 1)
            }
        }
    }
}
