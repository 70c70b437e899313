import Foundation
import HTTPTypes
import Testing
import UsecasesAPIClient

@testable import CalearningTestSupport

@Suite struct 確かめてから使う輸送 {
    /// Answers 304 if the request contains the tag, and otherwise 200 with the tag.
    private static func server(headers: HTTPFields = [.eTag: "\"1\""]) -> ClosureTransport {
        ClosureTransport { request, number throws(TransportError) in
            let knows =
                request.head.headerFields[.ifNoneMatch] == headers[.eTag] && headers[.eTag] != nil
                || request.head.headerFields[.ifModifiedSince] == headers[.lastModified]
                    && headers[.lastModified] != nil
            var answered = headers
            answered[.init(literal: "X-Number")] = "\(number)"
            return .fixture(knows ? 304 : 200, knows ? "" : "content", headers: answered, to: request)
        }
    }

    @Test(
        arguments: [
            ([.eTag: "\"1\""], HTTPField.Name.ifNoneMatch, "\"1\""),
            ([.eTag: "W/\"1\""], .ifNoneMatch, "W/\"1\""),
            ([.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], .ifModifiedSince, "Sun, 06 Nov 1994 08:49:37 GMT"),
        ] as [(HTTPFields, HTTPField.Name, String)])
    func 変わっていなければ本文は送られず前の応答に新しいヘッダが付く(
        headers: HTTPFields, condition: HTTPField.Name, value: String
    ) async throws {
        let server = Self.server(headers: headers)
        let transport = server.caching(in: ResponseCache())
        _ = try await transport.exchange(.fixture(.get))

        let response = try await transport.exchange(.fixture(.get))

        #expect(response.head.status == .ok)
        #expect(response.text == "content")
        #expect(response.head.headerFields[.init(literal: "X-Number")] == "1")
        #expect(server.requests.map { $0.head.headerFields[condition] } == [nil, value])
    }

    @Test func 変わっていれば新しい方を覚える() async throws {
        let server = ClosureTransport { request, number throws(TransportError) in
            .fixture(200, "version \(number)", headers: [.eTag: "\"\(number)\""], to: request)
        }
        let transport = server.caching(in: ResponseCache())

        let texts = [
            try await transport.exchange(.fixture(.get)).text, try await transport.exchange(.fixture(.get)).text,
            try await transport.exchange(.fixture(.get)).text,
        ]

        #expect(texts == ["version 0", "version 1", "version 2"])
        #expect(server.requests.map { $0.head.headerFields[.ifNoneMatch] } == [nil, "\"0\"", "\"1\""])
    }

    @Test(
        arguments: [
            [:], [.eTag: "\"1\"", .cacheControl: "private, no-store"], [.eTag: "\"1\"", .vary: "*"],
        ] as [HTTPFields])
    func 覚えてはならないものは覚えない(headers: HTTPFields) async throws {
        let server = Self.server(headers: headers)
        let transport = server.caching(in: ResponseCache())

        for _ in 0..<2 { _ = try await transport.exchange(.fixture(.get)) }

        #expect(server.requests.map { $0.head.headerFields[.ifNoneMatch] } == [nil, nil])
    }

    @Test func 他人の資格情報への応答は渡さない() async throws {
        let server = Self.server()
        let transport = server.caching(in: ResponseCache())
        for token in ["a", "b", "a"] {
            _ = try await transport.exchange(.fixture(.get, headers: [.authorization: "Bearer \(token)"]))
        }

        #expect(server.requests.map { $0.head.headerFields[.ifNoneMatch] } == [nil, nil, "\"1\""])
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
    func 書き換えが済んだら忘れる(method: HTTPRequest.Method) async throws {
        let server = Self.server()
        let transport = server.caching(in: ResponseCache())

        _ = try await transport.exchange(.fixture(.get))
        _ = try await transport.exchange(.fixture(method))
        _ = try await transport.exchange(.fixture(.get))

        #expect(server.requests.map { $0.head.headerFields[.ifNoneMatch] } == [nil, nil, nil])
    }

    @Test func 自分で条件を付けた要求はそのまま通る() async throws {
        let server = Self.server()
        let transport = server.caching(in: ResponseCache())
        _ = try await transport.exchange(.fixture(.get))

        let response = try await transport.exchange(.fixture(.get, headers: [.ifNoneMatch: "\"1\""]))

        #expect(response.head.status == .notModified)
    }
}
