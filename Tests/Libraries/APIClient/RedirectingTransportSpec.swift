import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite struct リダイレクトに従う輸送 {
    private static let home = "http://home.example"

    /// Redirects the first request and answers the others.
    private static func server(_ status: Int, to location: String) -> ClosureTransport {
        ClosureTransport { request, number throws(TransportError) in
            number == 0
                ? .fixture(status, "moved", headers: [.location: location], to: request)
                : .fixture(200, "here", to: request)
        }
    }

    private static func follow(
        _ request: APIRequest, _ server: ClosureTransport, _ reach: RedirectingTransport.Reach = .sameOrigin
    ) async throws -> APIResponse {
        try await server.followingRedirects(reach).exchange(request)
    }

    @Test(arguments: [
        ("/b?c=d", "http://home.example/b?c=d"), ("b", "http://home.example/a/b"), ("?q", "http://home.example/a/x?q"),
        ("//home.example/b", "http://home.example/b"), ("HTTP://HOME.example:80/b", "http://HOME.example:80/b"),
        ("../b", "http://home.example/b"),
    ])
    func 同じ宛先の中ならどの書き方にも従う(location: String, expected: String) async throws {
        let server = Self.server(302, to: location)

        let response = try await Self.follow(.fixture(.get, Self.home, path: "/a/x"), server)

        #expect(response.text == "here")
        #expect(server.requests.map(\.url) == ["http://home.example/a/x", expected])
    }

    @Test(arguments: [
        "http://other.example/", "https://home.example/", "http://home.example:8080/", "ftp://home.example/", "http://",
        "http://me@home.example/", "http://home.example.evil.example/", "javascript:alert(1)", "",
    ])
    func 別の宛先には従わない(location: String) async throws {
        let server = Self.server(302, to: location)

        let response = try await Self.follow(.fixture(.get, Self.home), server)

        #expect(response.head.status == .found)
        #expect(server.requests.count == 1)
    }

    @Test(
        arguments: [
            (301, HTTPRequest.Method.get, HTTPRequest.Method.get), (302, .head, .head), (301, .post, nil),
            (302, .put, nil),
            (303, .post, .get), (303, .head, .head), (307, .post, .post), (308, .put, .put), (300, .get, nil),
            (304, .get, nil),
        ] as [(Int, HTTPRequest.Method, HTTPRequest.Method?)])
    func 方法と本文は仕様のとおり(status: Int, method: HTTPRequest.Method, expected: HTTPRequest.Method?) async throws {
        let server = Self.server(status, to: "/b")
        let body = method == .get || method == .head ? HTTPBody.empty : HTTPBody(Data("body".utf8))

        _ = try await Self.follow(.fixture(method, Self.home, body: body), server)

        #expect(server.requests.dropFirst().map(\.head.method) == [expected].compactMap { $0 })
        let keepsBody = status == 307 || status == 308
        #expect(server.requests.dropFirst().allSatisfy { $0.body == (keepsBody ? body : .empty) })
    }

    @Test func どこへでも従うときも資格情報は置いていく() async throws {
        let server = Self.server(302, to: "http://other.example/b")
        var headers: HTTPFields = [
            .authorization: "Bearer t", .cookie: "s=1", .proxyAuthorization: "p", .accept: "text/plain",
        ]
        headers.append(.secret(.init(literal: "X-Api-Key"), "k"))

        let response = try await Self.follow(.fixture(.get, Self.home, headers: headers), server, .anywhere)

        #expect(response.text == "here")
        #expect(server.requests.last?.url == "http://other.example/b")
        #expect(server.requests.last?.head.headerFields == [.accept: "text/plain"])
    }

    @Test func 秘密を含む本文は別の宛先に送らない() async throws {
        let server = Self.server(307, to: "http://other.example/b")
        let request = APIRequest.fixture(
            .post, Self.home, body: HTTPBody(Data(#"{"password":"p"}"#.utf8)), secrets: ["p"])

        let response = try await Self.follow(request, server, .anywhere)

        #expect(response.head.status.code == 307)
        #expect(server.requests.count == 1)
    }

    @Test func 暗号化されない宛先には下りない() async throws {
        let server = Self.server(302, to: "http://home.example/")

        let response = try await Self.follow(.fixture(.get, "https://home.example"), server, .anywhere)

        #expect(response.head.status == .found)
    }

    @Test func 回り続けるリダイレクトは上限で止まる() async throws {
        let server = ClosureTransport { request, number throws(TransportError) in
            .fixture(302, headers: [.location: "/\(number)"], to: request)
        }

        let response = try await server.followingRedirects(limit: 3).exchange(.fixture(.get))

        #expect(response.head.status == .found)
        #expect(server.requests.count == 4)
    }
}
