import ArgumentParser
import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningDomain
@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesEngine
@testable import UsecasesLaboratory
@testable import UsecasesTerminal

/// A service on loopback that issues its own values, with all values that it has issued or received.
private struct IssuingService {
    let server: LoopbackServer
    private let issued: [String]

    init(_ number: UInt64) throws {
        let token = SessionToken.fixture(number).reveal()
        let udid = UDID.fixture(number).rawValue
        let id = UUIDv7.fixture(number)
        issued = [token, udid, "\(id)"]
        let account = #""account":{"id":"\#(id)","name":"ada"}"#
        let opened =
            #"{\#(account),"session":{"id":"\#(id)","token":"\#(token)","expiresAt":"2100-01-01T00:00:00.000Z"}}"#
        server = try LoopbackServer { connection, request in
            let (status, body) =
                switch (request.method, request.path) {
                case ("POST", "/udids"): (201, #"{"udid":"\#(udid)"}"#)
                case ("POST", "/accounts"), ("POST", "/sessions"): (201, opened)
                // The service does not say whether it knows the session, so the device keeps it.
                case _: (500, #"{"code":"E1","title":"Out of order","message":"Come back later."}"#)
                }
            connection.send(LoopbackServer.head(status, length: body.utf8.count) + body)
        }
    }

    /// All issued values and all received keys. They must not be sent to another service.
    var secrets: Set<String> {
        Set(issued).union(server.requests.compactMap { $0.headers["idempotency-key"] })
    }

    var endpoints: Set<String> {
        Set(server.requests.map { "\($0.method) \($0.path.replacing(#/[0-9a-f-]{36}/#, with: "ID"))" })
    }

    func received(_ secrets: Set<String>) -> [String] {
        server.requests.flatMap { request in
            let text = "\(request.path) \(request.headers) \(request.body)"
            return secrets.filter { text.contains($0) }.map { "\(request.method) \(request.path): \($0)" }
        }
    }
}

@Suite(.timeLimit(.minutes(15))) struct 別のバックエンドは別の端末 {
    private let directory = TemporaryDirectory()

    /// Returns only the ports that reach the backend or store its values.
    private func dependencies(_ backend: BackendOption.Backend) throws -> Dependencies {
        var options = try CommonOptions<CompositionRoot>.parse([])
        options.own.backend = backend
        let settings = try options.settings(
            in: Environment(variables: ["CALEARNING_STATE_DIR": directory.path, "CALEARNING_TIMEOUT": "30"]))
        let all = try CompositionRoot.dependencies(for: settings, options.own)
        return Dependencies(clock: all.clock, randomSource: all.randomSource) {
            $0.dataStore.adapter = all.dataStore
            $0.backend.adapter = all.backend
            $0.accountBackend.adapter = all.accountBackend
            $0.journal.adapter = all.journal
        }
    }

    private func run(_ plannedRun: PlannedRun, at backend: BackendOption.Backend) async throws {
        let dependencies = try dependencies(backend)
        _ = await plannedRun.perform(
            dependencies, UUIDv7(clock: dependencies.clock, randomSource: dependencies.randomSource))
    }

    private static let plannedRuns = Catalogue.usecases.flatMap { $0.plannedRuns }
    private static func plannedRuns(of usecase: String) -> [PlannedRun] {
        plannedRuns.filter { $0.usecase == usecase }
    }

    @Test func どのユースケースも一方が発行したものを他方に送らない() async throws {
        let one = try IssuingService(1)
        let other = try IssuingService(2)
        defer {
            one.server.stop()
            other.server.stop()
        }
        let backends = [one, other].map { BackendOption.Backend.http($0.server.address) }
        let signUp = try #require(Self.plannedRuns(of: "SignUp").first)

        // Runs each use case once with a session at the first service only, and once with sessions at both.
        for plannedRun in Self.plannedRuns {
            try await run(signUp, at: backends[0])
            for backend in backends.reversed() { try await run(plannedRun, at: backend) }
            try await run(signUp, at: backends[1])
            for backend in backends { try await run(plannedRun, at: backend) }
        }

        #expect(other.received(one.secrets) == [])
        #expect(one.received(other.secrets) == [])
        #expect(one.secrets.isDisjoint(with: other.secrets))
        for service in [one, other] {
            #expect(
                service.endpoints == [
                    "POST /udids", "POST /accounts", "POST /sessions", "GET /session", "DELETE /session",
                    "GET /sessions", "PUT /session/name",
                    "DELETE /sessions/ID", "DELETE /sessions", "PUT /account/password", "POST /account/recovery",
                    "GET /account/export", "DELETE /account", "POST /account/second-factor",
                    "PUT /account/second-factor",
                    "DELETE /account/second-factor", "POST /account/second-factor/backup-codes",
                ])
        }
    }

    @Test func 内蔵のバックエンドが発行したものや前の版が残したものは送られない() async throws {
        let service = try IssuingService(1)
        defer { service.server.stop() }
        try directory.write(
            """
            {"format":"calearning.store/1","installationKey":"an-old-key-0123456789","session":"\(SessionToken.example.reveal())",\
            "udid":"an-old-udid"}
            """, to: "store.json")

        for plannedRun in Self.plannedRuns { try await run(plannedRun, at: .http(service.server.address)) }

        #expect(service.received(["an-old-key-0123456789", SessionToken.example.reveal(), "an-old-udid"]) == [])
        #expect(try directory.text(of: "store.json").contains("an-old-udid"))
    }

    @Test func 別のサーバでログアウトしてももとのサーバにはログインしたままである() async throws {
        let one = try IssuingService(1)
        let other = try IssuingService(2)
        defer {
            one.server.stop()
            other.server.stop()
        }
        let signUp = try #require(Self.plannedRuns(of: "SignUp").first)
        try await run(signUp, at: .http(one.server.address))

        for plannedRun in Self.plannedRuns(of: "LogOut") {
            try await run(plannedRun, at: .http(other.server.address))
        }
        for plannedRun in Self.plannedRuns(of: "RestoreSession") {
            try await run(plannedRun, at: .http(one.server.address))
        }

        #expect(other.server.requests.isEmpty)
        #expect(one.server.requests.last?.headers["authorization"] == "Bearer \(SessionToken.fixture(1).reveal())")
    }

    @Test func 途中で終わった実行を別のサーバで再開しない() async throws {
        let refusal = #"{"code":"E1","title":"No","message":"Not today."}"#
        let one = try LoopbackServer.answering(400, refusal)
        let other = try LoopbackServer.answering(400, refusal)
        defer {
            one.stop()
            other.stop()
        }
        let journal = try dependencies(.http(one.address)).journal
        let boot = try #require(Self.plannedRuns(of: "Boot").first)
        var files: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(
                    atPath: directory.path + "/servers/http:127.0.0.1:\(one.port)/journal"
                ).filter { $0 != "lock" }
            }
        }

        let run = try await journal.begin(
            RunDescription(run: .fixture(), usecase: "Boot", actor: .user), at: Boot.initial.scene.tapped)
        _ = try await Dependencies.fixture().tapped(by: run).dataStore.get(
            DeviceMemory.keys.installationKey, orSave: .example)
        try await run.end(.failure(.interrupted))
        let begun = try files
        try await self.run(boot, at: .http(other.address))
        let afterOther = try files
        try await self.run(boot, at: .http(one.address))

        #expect(begun.count == 1)
        #expect(afterOther == begun)
        try expect(files, equals: [], "The run was resumed, and has ended.")
    }

    @Test func 初期状態に戻せばその端末の秘密はどのファイルにも残らない() async throws {
        let one = try IssuingService(1)
        defer { one.server.stop() }
        let backend = BackendOption.Backend.http(one.server.address)
        for usecase in ["Boot", "SignUp"] {
            for plannedRun in Self.plannedRuns(of: usecase) { try await run(plannedRun, at: backend) }
        }
        #expect(try secretsOnDisk(one).isEmpty == false)

        for plannedRun in Self.plannedRuns(of: "Reset") { try await run(plannedRun, at: backend) }

        try expect(secretsOnDisk(one), equals: [])
    }

    private func secretsOnDisk(_ service: IssuingService) throws -> [String] {
        let files = try #require(FileManager.default.enumerator(atPath: directory.path)).compactMap { $0 as? String }
        return files.flatMap { file in
            let text = FileManager.default.contents(atPath: directory.path + "/" + file).map {
                String(decoding: $0, as: UTF8.self)
            }
            return service.secrets.filter { text?.contains($0) == true }
        }
    }
}
