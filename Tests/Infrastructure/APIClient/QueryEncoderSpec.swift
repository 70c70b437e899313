import CalearningDomain
import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct クエリとフォーム {
    private struct Search: Encodable, Sendable {
        struct Filter: Encodable, Sendable {
            var isOpen = true
            var labelNames = ["bug", "help wanted"]
            var owner: String?
        }

        var q = "swift"
        var filter = Filter()
        var page: Int?
    }

    private struct Anything: API {
        typealias Service = ExampleAPIs
        typealias Entity = NoContent

        let path: Path = "/x"
        var method = Method.get
        var query = Query.none
    }

    /// Returns the request that is sent for the API.
    private static func request(_ api: Anything) async throws -> APIRequest {
        let transport = ClosureTransport { request, _ throws(TransportError) in .fixture(204, to: request) }
        let client = LiveAPIClient(
            ExampleAPIs(address: try BaseAddress("http://host")), transport: transport, clock: ManualClock())
        _ = try await client.call(api)
        return try #require(transport.requests.first)
    }

    private static func query(_ query: Query) async throws -> String? {
        try await request(Anything(query: query)).head.path.map { String($0.dropFirst("/x".count)) }
    }

    private static func form(_ value: some Encodable & Sendable) async throws -> String {
        let request = try await request(Anything(method: .post(.form(value))))
        #expect(request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
        return String(decoding: request.body.data ?? Data(), as: UTF8.self)
    }

    @Test(arguments: [
        ("plain-._~", "plain-._~"), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c;d", "a%26b%3Dc%3Bd"),
        ("100%", "100%25"),
        ("東京", "%E6%9D%B1%E4%BA%AC"), ("が", "%E3%81%8C"), ("👩‍👧", "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"),
        ("\"<>#[]{}|\\^`?/:@!$'()*,", "%22%3C%3E%23%5B%5D%7B%7D%7C%5C%5E%60%3F%2F%3A%40%21%24%27%28%29%2A%2C"),
        ("\r\n\0", "%0D%0A%00"), ("", ""),
    ])
    func 値はどの文字でもそのまま届く(value: String, expected: String) async throws {
        try await expect(Self.query(["q": value]), equals: "?q=\(expected)")
        try await expect(Self.form(["q": value]), equals: "q=\(expected.replacing("%20", with: "+"))")

        let components = URLComponents(string: "http://host/x?q=\(expected)")
        #expect(components?.queryItems?.first?.value == value, "others read the same")
    }

    @Test func 既定の形() async throws {
        let expected =
            "?q=swift&filter%5BisOpen%5D=true&filter%5BlabelNames%5D=bug&filter%5BlabelNames%5D=help%20wanted"

        try await expect(Self.query(.encoding(Search())), equals: expected)
    }

    @Test(arguments: [
        ("isOpen", "is_open"), ("htmlURL", "html_url"), ("URLString", "url_string"), ("userID2", "user_id2"),
        ("already_snake", "already_snake"), ("a", "a"), ("A", "a"), ("", ""),
    ])
    func 名前をスネークケースにできる(name: String, expected: String) async throws {
        let query = try await Self.query(.encoding([name: 1], QueryFormat(keys: .snakeCase)))

        #expect(query == "?\(expected)=1")
    }

    @Test func 数と日付とデータとURL() async throws {
        let query: Query = [
            "int": Int64.min, "uint": UInt64.max, "double": 0.1, "whole": 2.0, "float": Float(1.5),
            "date": Date(timeIntervalSince1970: 0), "data": Data([0xFB, 0xFF]),
            "url": URL(string: "http://a/?b"), "decimal": Decimal(string: "1.10"), "nil": nil as Int?,
        ]

        try await expect(
            Self.query(query),
            equals: "?int=-9223372036854775808&uint=18446744073709551615&double=0.1&whole=2.0&float=1.5"
                + "&date=1970-01-01T00%3A00%3A00Z&data=%2B%2F8%3D&url=http%3A%2F%2Fa%2F%3Fb&decimal=1.1")
    }

    @Test(arguments: [Double.nan, .infinity])
    func 数でない数は送らずに断る(number: Double) async throws {
        let error = await #expect(throws: ErrorWrapper.self) { try await Self.query(["n": number]) }

        #expect(error?.api?.stage == .building)
        #expect(error?.causes.last is EncodingError)
    }

    @Test func 名前のない値は送らずに断る() async throws {
        for query in [Query.encoding([1, 2]), .encoding("text"), .encoding(1)] {
            let error = await #expect(throws: ErrorWrapper.self) { try await Self.query(query) }
            #expect(error?.api?.stage == .building)
        }
    }

    @Test func 何もなければ疑問符もない() async throws {
        try await expect(Self.query(.none), equals: "")
        try await expect(Self.query(["a": nil as String?]), equals: "")
    }

    @Test func 値オブジェクトと継承も() async throws {
        class Base: Encodable { let a = 1 }
        final class Derived: Base, @unchecked Sendable {
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(APIVersion(rawValue: 4), forKey: .version)
                try super.encode(to: container.superEncoder())
            }

            enum CodingKeys: CodingKey { case version }
        }

        try await expect(Self.query(.encoding(Derived())), equals: "?version=4&super%5Ba%5D=1")
    }
}
