import Foundation
import HTTPTypes
import Synchronization
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

    private static let places: [(home: String, location: String?, flaw: ExchangeFault.RedirectFlaw?)] = [
        ("http://home.example", "/b", nil), ("https://home.example", "https://home.example/b", nil),
        ("http://home.example", "http://other.example/b", .otherOrigin),
        ("http://home.example", "https://home.example/b", .otherOrigin),
        ("https://home.example", "https://home.example:80/b", .otherOrigin),
        ("https://home.example", "http://home.example/b", .insecure), ("http://home.example", nil, .noAddress),
    ]

    /// RFC 9110, 15.4: 301 and 302 are followed only if the method stays, 303 becomes a request without a body, and 307 and
    /// 308 repeat the request. Everything else about the request stays.
    @Test func 従うかどうかと次の要求は_状態と方法と宛先で決まる() async {
        await forAll(1000) { choices in
            let fields = [.contentType: "text/plain", .authorization: "a", .cookie: "c", .accept: "*/*"] as HTTPFields
            let (home, location, flaw) = choices.one(of: Self.places)
            return (
                choices.one(of: [200, 300, 301, 302, 303, 304, 305, 307, 308, 400]), location, flaw,
                APIRequest.fixture(
                    choices.one(of: [.get, .head, .post, .put, .delete, .patch]), home, path: "/a",
                    headers: HTTPFields(fields.filter { _ in choices.isTrue() }),
                    body: HTTPBody(Data(choices.bytes(0...3))), responseLimit: choices.number(in: 9...99),
                    isStreamed: choices.isTrue())
            )
        } holds: { status, location, flaw, request in
            let discarded = Mutex(0)
            let server = ClosureTransport { request, number throws(TransportError) in
                let headers: HTTPFields = location.map { [.location: $0] } ?? [:]
                guard number == 0 else { return .fixture(200, "here", to: request) }
                guard request.isStreamed else { return .fixture(status, "moved", headers: headers, to: request) }
                let stream = HTTPBodyStream(
                    pull: { () async throws(TransportError) in nil }, stop: { discarded.withLock { $0 += 1 } })
                return APIResponse(
                    HTTPResponse(status: .init(code: status), headerFields: headers), body: .stream(stream), to: request
                )
            }
            let isRedirect = [301, 302, 303, 307, 308].contains(status)
            let changesMethod = status < 303 && ![.get, .head].contains(request.head.method)
            let isFollowed = isRedirect && !changesMethod && flaw == nil
            var next = request
            next.head.path = "/b"
            if status == 303 {
                next.head.method = request.head.method == .head ? .head : .get
                next.head.headerFields[.contentType] = nil
                next.body = .empty
            }

            let response = try await server.followingRedirects().exchange(request)

            try promise(server.requests, is: [request] + (isFollowed ? [next] : []))
            try promise(response.head.status.code, is: isFollowed ? 200 : status)
            let expected = flaw == .noAddress ? flaw : changesMethod ? .otherMethod : flaw
            try promise(response.redirectFlaw, is: isRedirect ? expected : nil)
            // A body that nobody reads would keep its connection.
            try promise(discarded.withLock { $0 }, is: request.isStreamed && isFollowed ? 1 : 0)
        }
    }

    @Test(arguments: 0...3, 0...4) func 上限の数までのリダイレクトに従う(limit: Int, redirects: Int) async throws {
        let server = ClosureTransport { request, number throws(TransportError) in
            .fixture(number < redirects ? 302 : 200, headers: [.location: "/\(number)"], to: request)
        }

        let response = try await server.followingRedirects(limit: limit).exchange(.fixture())

        #expect(response.redirectFlaw == (redirects > limit ? .tooMany(limit: limit) : nil))
        #expect(server.requests.count == min(limit, redirects) + 1)
    }
}
