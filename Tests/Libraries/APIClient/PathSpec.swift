import Foundation
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesAPIClient

@Suite struct APIのパス {
    private struct Anything: API {
        typealias Service = ExampleAPIs
        typealias Entity = NoContent

        let path: Path
    }

    private static func sent(_ path: Path, below address: String = "http://host") async throws -> String? {
        let transport = ClosureTransport.answering(204)
        _ = try await ExampleAPIs.client(transport, at: address).call(Anything(path: path))
        return transport.requests.first?.head.path
    }

    @Test func 入れた値は一つの区切りから出ず_書いたものはそのまま() async throws {
        try await expect(Self.sent("/users/\("a/../b?c#d;%2F")"), equals: "/users/a%2F..%2Fb%3Fc%23d%3B%252F")
        try await expect(Self.sent("/users/\("...")/\(1)"), equals: "/users/.../1")
        try await expect(Self.sent("/稼働 状況/%41.json"), equals: "/%E7%A8%BC%E5%83%8D%20%E7%8A%B6%E6%B3%81/%41.json")
        try await expect(Self.sent("", below: "http://host/base/"), equals: "/base")
        try await expect(Self.sent(""), equals: "/")
    }

    @Test func 入れた値は一つの区切りのままで_元に戻り_別の資源を指す値は断られる() async {
        await forAll { choices in
            (choices.text(0...8), choices.text(0...3, of: "./%a"))
        } holds: { first, second in
            let path: Path = "/users/\(first)/x/\(second)"
            let segments = path.text.split(separator: "/", omittingEmptySubsequences: false)
            try promise(
                segments.map { $0.removingPercentEncoding.map { Array($0.utf8) } },
                is: ["", "users", first, "x", second].map { Array($0.utf8) })
            let isUnsafe = [first, second].contains { ["", ".", ".."].contains($0) }
            try promise((path.flaw != nil) == isUnsafe, "it is refused: \(isUnsafe)")
        }
    }

    @Test(
        arguments: [
            ("users", "the path must begin with a slash"), ("/users/\("")", "a value in the path is empty"),
            ("/users/\("..")", "a segment of the path is . or .."),
        ] as [(Path, String)])
    func 正しくないパスは送らずに断る(path: Path, flaw: String) async throws {
        let error = await #expect(throws: ErrorWrapper.self) { try await Self.sent(path) }

        #expect(error?.api?.stage == .building)
        #expect(error?.causes.last.map { "\($0)" } == flaw)
    }
}
