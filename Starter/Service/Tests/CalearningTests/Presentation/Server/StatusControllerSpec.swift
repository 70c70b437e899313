#if Server
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesSystem

@Suite(.timeLimit(.minutes(5))) struct サービスの稼働状況の要求 {
    /// The answer of the service whose page answers so, and what of it is against the contract.
    private func answer(
        _ method: String = "GET", when page: Result<ServiceStatus, ErrorWrapper>
    ) async throws -> (answer: RawAnswer, complaints: [String]) {
        let dependencies = Dependencies.fixture(clock: SystemClock(), statusPage: StubStatusPage(answer: page))
        let (answers, found) = AsyncStream.makeStream(of: RawAnswer.self)
        try await RunningService.run(dependencies: dependencies) { port in
            let connection = try RawConnection(port: port)
            connection.send("\(method) /status HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            for answer in await connection.answers() { found.yield(answer) }
            found.finish()
        }
        var first: RawAnswer?
        for await answer in answers { first = first ?? answer }
        let answer = try #require(first)
        return (answer, try OpenAPIContract().complaints(method, "/status", answer))
    }

    @Test(arguments: ["none", "minor"]) func 稼働していてもいなくても稼働状況を答える(indicator: String) async throws {
        let status = ServiceStatus.fixture(indicator: indicator, description: "As it is")

        let (answer, complaints) = try await answer(when: .success(status))

        #expect(answer.status == 200)
        #expect(answer.text == #"{"description":"As it is","indicator":"\#(indicator)"}"#)
        #expect(complaints == [])
    }

    @Test(arguments: PortFailure.whenAsked) func 調べられなければ後でと答える(failure: PortFailure) async throws {
        let (answer, complaints) = try await answer(when: .failure(failure.error))

        #expect(answer.status == 503)
        #expect(answer.headers["retry-after"] == "1")
        #expect(complaints == [])
    }

    @Test func ほかのメソッドは受け付けない() async throws {
        let (answer, complaints) = try await answer("DELETE", when: .success(.fixture()))

        #expect(answer.status == 405)
        #expect(complaints == [])
    }
}
#endif
