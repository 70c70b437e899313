import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

@Suite struct リダイレクトに従う輸送 {
    /// Exchanges a request with a server that redirects the first one to the location. Returns the response and the
    /// requests that the server received.
    private static func follow(
        _ location: String, _ status: Int = 302, _ request: APIRequest = .fixture(.get, "http://home.example")
    ) async throws -> (response: APIResponse, requests: [APIRequest]) {
        let server = ClosureTransport { request, number throws(TransportError) in
            number == 0
                ? .fixture(status, "moved", headers: [.location: location], to: request)
                : .fixture(200, "here", to: request)
        }
        return (try await server.followingRedirects().exchange(request), server.requests)
    }

    @Test(arguments: [
        ("/b?c=d", "http://home.example/b?c=d"), ("b", "http://home.example/a/b"), ("?q", "http://home.example/a/x?q"),
        ("//home.example/b", "http://home.example/b"), ("HTTP://HOME.example:80/b", "http://HOME.example:80/b"),
        ("../b", "http://home.example/b"),
    ])
    func 同じ宛先の中ならどの書き方にも従う(location: String, expected: String) async throws {
        let (response, requests) = try await Self.follow(
            location, 302, .fixture(.get, "http://home.example", path: "/a/x"))

        #expect(response.text == "here")
        #expect(requests.map(\.url) == ["http://home.example/a/x", expected])
    }

    @Test(
        arguments: [
            ("http://other.example/", .otherOrigin), ("https://home.example:80/", .otherOrigin),
            ("http://home.example:8080/", .otherOrigin), ("http://home.example.evil.example/", .otherOrigin),
            ("ftp://home.example/", .noAddress), ("http://", .noAddress), ("http://me@home.example/", .noAddress),
            ("javascript:alert(1)", .noAddress), ("", .noAddress),
        ] as [(String, ExchangeFault.RedirectFlaw)])
    func 別の宛先には従わず理由を残す(location: String, flaw: ExchangeFault.RedirectFlaw) async throws {
        let (response, requests) = try await Self.follow(location)

        #expect(response.head.status == .found)
        #expect(response.redirectFlaw == flaw)
        #expect(requests.count == 1)
    }

    @Test func 暗号化されない宛先には下りない() async throws {
        let (response, requests) = try await Self.follow(
            "http://home.example/", 302, .fixture(.get, "https://home.example"))

        #expect(response.redirectFlaw == .insecure)
        #expect(requests.count == 1)
    }

    @Test(
        arguments: [
            (301, .get, .get), (302, .head, .head), (301, .post, nil), (302, .put, nil), (303, .post, .get),
            (303, .head, .head), (307, .post, .post), (308, .put, .put), (300, .get, nil), (304, .get, nil),
        ] as [(Int, HTTPRequest.Method, HTTPRequest.Method?)])
    func 方法と本文は仕様のとおり(status: Int, method: HTTPRequest.Method, expected: HTTPRequest.Method?) async throws {
        let body = method == .get || method == .head ? HTTPBody.empty : HTTPBody(Data("body".utf8))

        let (_, requests) = try await Self.follow("/b", status, .fixture(method, "http://home.example", body: body))

        #expect(requests.dropFirst().map(\.head.method) == [expected].compactMap { $0 })
        #expect(requests.dropFirst().allSatisfy { $0.body == (status == 307 || status == 308 ? body : .empty) })
    }

    @Test func 回り続けるリダイレクトは上限で止まる() async throws {
        let server = ClosureTransport { request, number throws(TransportError) in
            .fixture(302, headers: [.location: "/\(number)"], to: request)
        }

        let response = try await server.followingRedirects(limit: 3).exchange(.fixture())

        #expect(response.redirectFlaw == .tooMany(limit: 3))
        #expect(server.requests.count == 4)
    }
}
