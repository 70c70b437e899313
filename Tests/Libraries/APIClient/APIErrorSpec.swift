import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@Suite(.timeLimit(.minutes(5))) struct APIの誤り {
    private struct Thing: API {
        typealias Service = ExampleAPIs
        struct Entity: Decodable, Sendable { let number: Int }

        let path: Path
        var headers: HTTPFields { [.authorization: "Bearer t0ken"] }
    }

    /// Returns the error of a call that the server answers in this way, with retries in virtual time.
    private static func failure(
        path: Path = "/things", _ answer: @escaping @Sendable (APIRequest, Int) throws(TransportError) -> APIResponse
    ) throws -> (ErrorWrapper, APIError) {
        let simulation = Simulation()
        let server = ClosureTransport { request, number throws(TransportError) in
            do {
                try await simulation.sleep(for: .milliseconds(20))
            } catch {
                throw TransportError(.cancelled, request: request)
            }
            return try answer(request, number)
        }
        let policy = RetryPolicy(backoff: Backoff(first: .zero, longest: .zero), statuses: [503])
        let client = try ExampleAPIs.client(
            server.retrying(policy, clock: simulation, randomSource: SeededRandomSource()), clock: simulation)
        let error = #expect(throws: ErrorWrapper.self) {
            try simulation.outcome { () async throws(ErrorWrapper) in
                try await client.call(Thing(path: path))
            }
        }
        let wrapper = try #require(error)
        return (wrapper, try #require(wrapper.api))
    }

    @Test func 作れなかった要求() throws {
        let (_, error) = try Self.failure(path: "/things/\("")") { request, _ in .fixture(to: request) }

        #expect(error.stage == .building)
        #expect(
            error.report == """
                stage: building
                outcome: the request cannot be made
                request: GET http://host/things/
                caused by: a value in the path is empty
                """)
    }

    @Test func 交わせなかった要求は試行をすべて覚えている() throws {
        let (wrapper, error) = try Self.failure { request, _ throws(TransportError) in
            throw TransportError(.disconnected(.connectionLost), causedBy: TransportError(.other), request: request)
        }

        #expect(wrapper.service == .client(.networkUnreachable))
        #expect(error.stage == .exchanging)
        #expect(error.response == nil)
        #expect(
            error.report == """
                stage: exchanging
                outcome: connectionLost, after 3 attempts
                request: GET http://host/things
                    Accept: application/json
                    User-Agent: UsecasesAPIClient
                    Authorization: [redacted]
                attempt 1: after 0.0 seconds: connectionLost, in 0.02 seconds, then a pause of 0.0 seconds
                attempt 2: after 0.02 seconds: connectionLost, in 0.02 seconds, then a pause of 0.0 seconds
                attempt 3: after 0.04 seconds: connectionLost, in 0.02 seconds
                caused by: the exchange failed
                """)
    }

    @Test func 断られた要求は応答を覚えている() throws {
        let (wrapper, error) = try Self.failure { request, number in
            .fixture(
                number == 0 ? 503 : 404, #"{"code":"E1","title":"None","message":"No such thing."}"#,
                headers: [.contentType: "application/json", .eTag: "\"1\""], to: request)
        }

        #expect(
            wrapper.service == .server(ErrorResponse(code: "E1", title: "None", message: "No such thing."), status: 404)
        )
        #expect(error.stage == .refused)
        #expect(error.response?.headers[.eTag] == "\"1\"")
        #expect(error.attempts.map(\.outcome) == ["status 503", "status 404"])
        #expect(error.causedBy == nil)
        #expect(
            error.report.contains("response: 404\n    Content-Type: application/json\n    ETag: \"1\"\n\n    {\"code\"")
        )
    }
}
