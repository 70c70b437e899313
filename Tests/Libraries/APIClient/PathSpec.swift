import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct APIのパス {
    private struct Anything: API {
        typealias Service = ExampleAPIs
        typealias Entity = NoContent

        let path: Path
    }

    private static func path(_ path: Path, below address: String = "http://host") async throws -> String? {
        let transport = ClosureTransport { request, _ throws(TransportError) in .fixture(204, to: request) }
        let client = LiveAPIClient(
            ExampleAPIs(address: try BaseAddress(address)), transport: transport, clock: ManualClock())
        _ = try await client.call(Anything(path: path))
        return transport.requests.first?.head.path
    }

    @Test(arguments: [
        ("octocat", "octocat"), ("a/../b", "a%2F..%2Fb"), ("a?b#c", "a%3Fb%23c"), ("太郎", "%E5%A4%AA%E9%83%8E"),
        ("a%2Fb", "a%252Fb"), ("a;b", "a%3Bb"), ("...", "..."),
    ])
    func 入れた値は一つの区切りから出ない(value: String, expected: String) async throws {
        try await expect(Self.path("/users/\(value)/repos"), equals: "/users/\(expected)/repos")
    }

    @Test func 書いたものはそのまま() async throws {
        try await expect(Self.path("/a/b.json"), equals: "/a/b.json")
        try await expect(Self.path("/稼働 状況/%41"), equals: "/%E7%A8%BC%E5%83%8D%20%E7%8A%B6%E6%B3%81/%41")
        try await expect(Self.path("/users/\(1)"), equals: "/users/1")
        try await expect(Self.path("", below: "http://host/base/"), equals: "/base")
        try await expect(Self.path(""), equals: "/")
    }

    @Test(arguments: ["", ".", ".."])
    func 別の資源を指す値は送らずに断る(value: String) async throws {
        let error = await #expect(throws: ErrorWrapper.self) { try await Self.path("/users/\(value)") }

        #expect(error?.api?.stage == .building)
        #expect(error?.api?.response == nil)
    }

    @Test func スラッシュで始まらないパスは断る() async throws {
        let error = await #expect(throws: ErrorWrapper.self) { try await Self.path("users") }

        #expect(error.map { "\($0.causes.last.map { "\($0)" } ?? "")" } == "the path must begin with a slash")
    }
}
