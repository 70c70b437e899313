#if Server
import CalearningDomain
import CalearningInfrastructure
import CalearningPresentation
import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

/// A client of one service. It compares the answers with the checked-in document.
struct AccountsClient {
    static let password = "a sentence that nobody says"

    let port: Int
    /// Its address, for a service that trusts the forwarded one.
    var address: String?

    func send(
        _ method: String, _ path: String, token: String? = nil, key: String? = nil, _ members: [String: String]? = nil
    ) async throws -> RawAnswer {
        try await send(
            method, path, token: token, key: key,
            body: try members.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) })
    }

    func send(
        _ method: String, _ path: String, token: String? = nil, key: String? = nil, body: String?
    ) async throws -> RawAnswer {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n"
        if body != nil { head += "Content-Type: application/json\r\n" }
        if let address { head += "X-Forwarded-For: \(address)\r\n" }
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let key { head += "Idempotency-Key: \(key)\r\n" }
        let connection = try RawConnection(port: port)
        connection.send(head + "Content-Length: \(body?.utf8.count ?? 0)\r\n\r\n\(body ?? "")")
        let answer = try #require(await connection.answer())
        let isNamed = path == "/sessions/continuation"
        let template =
            isNamed ? path : ["/sessions/", "/runs/"].first { path.hasPrefix($0) }.map { $0 + "{id}" } ?? path
        try expect(OpenAPIContract().complaints(method, template, answer), equals: [], "\(method) \(path)")
        return answer
    }

    func signUp(_ name: String, _ password: String = AccountsClient.password, key: String? = nil) async throws
        -> RawAnswer
    {
        try await send("POST", "/accounts", key: key, ["name": name, "password": password, "udid": "u-1"])
    }

    func recover(_ name: String, code: String, to password: String) async throws -> RawAnswer {
        try await send("POST", "/account/recovery", ["name": name, "code": code, "password": password])
    }

    func logIn(_ name: String, _ password: String = AccountsClient.password, udid: String = "u-2") async throws
        -> RawAnswer
    {
        try await send("POST", "/sessions", ["name": name, "password": password, "udid": udid])
    }
}

extension RawAnswer {
    subscript(_ path: String...) -> Any? {
        path.reduce(json) { ($0 as? [String: Any])?[$1] }
    }

    var token: String? { self["session", "token"] as? String }
}

extension Dependencies {
    /// Returns dependencies that hash passwords like the service, but with little work.
    static func withAccounts(
        _ registry: any AccountRegistry = InMemoryAccountRegistry(), clock: any Clock = SystemClock()
    ) throws -> Dependencies {
        var dependencies = Dependencies.fixture(clock: clock, randomSource: SystemRandomSource())
        dependencies.accountRegistry.adapter = registry
        dependencies.credentialHasher.adapter = ScryptHasher(
            randomSource: SystemRandomSource(),
            parameters: try #require(ScryptParameters(roundsExponent: 4, blockSize: 1, parallelism: 1)), threads: 1)
        return dependencies
    }
}

func withClient(
    _ settings: ServerSettings = .fixture(), _ dependencies: Dependencies? = nil, rates: (any SharedRates)? = nil,
    log: RecordedLog = RecordedLog(), refusals: RecordedLog? = nil, metrics: RecordedMetrics = RecordedMetrics(),
    _ body: @Sendable (AccountsClient) async throws -> Void
) async throws {
    try await RunningService.run(
        settings, dependencies: dependencies ?? .withAccounts(), passwordRates: rates,
        telemetry: .fixture(logger: log.logger, refusalLogger: refusals?.logger, metrics: metrics)
    ) { try await body(AccountsClient(port: $0)) }
}
#endif
