#if Server
import CalearningDomain
import Foundation
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしてのサービス {
    private let directory = TemporaryDirectory()

    private func boot(_ service: ServeProcess, state: String = "device") async throws -> JSONObject {
        let result = try await ProgramProcess(
            ["boot", "--backend", service.address, "--format", "json"],
            environment: ["CALEARNING_STATE_DIR": directory.path + "/" + state]
        ).run()
        #expect(result.status == 0, "\(result.errors)")
        return try result.json()
    }

    @Test func bootからサービスの最後のシーンまでが一つのトレースになる() async throws {
        let service = try await ServeProcess([], in: directory)

        let run = try #require(try await boot(service)["run"])
        try await service.stop()

        let spans = service.lines.filter { $0["message"] == "span" }
        let request = try #require(spans.first { $0["span"] == "POST /udids" })
        let scenes = spans.filter { $0["parent_span_id"] == request["span_id"] }
        #expect(Set(spans.map { $0["trace_id"] }) == [run.replacing("-", with: "")])
        #expect(
            scenes.map { $0["span"] } == [
                "サーバはUDIDを発行して冪等キーのもとに記録する", "記録した場合_サーバは新しいUDIDを返す",
            ])
        #expect(request["parent_span_id"]?.isEmpty == false)
        #expect(spans.count == 3)
    }

    @Test func 記録したことは殺されても残る() async throws {
        let killed = try await ServeProcess([], in: directory)
        let udid = try await boot(killed).udid

        let result = try await killed.stop(SIGKILL)
        let registry = try SQLiteDeviceRegistry.fixture(at: directory.path + "/service/devices.sqlite")
        let store = "device/servers/http:127.0.0.1:\(killed.port)/store.json"
        let key = try JSONObject(directory.text(of: store))
        let values = try #require(key.members["values"] as? [String: Any] ?? key.members)
        let installation = try #require((values["installationKey"] as? String).flatMap { InstallationKey($0) })

        #expect(result.isKilled)
        try await expect(registry.registration(under: installation)?.udid.rawValue, equals: udid)
    }

    @Test func SIGTERMで受け付けたものを終えてから終わる() async throws {
        let service = try await ServeProcess(["--rate-limit", "off"], in: directory)
        let connections = try (0..<20).map { _ in try RawConnection(port: service.port) }
        for (number, connection) in connections.enumerated() {
            connection.send(RawConnection.request("/udids", "POST", RawConnection.registration, key: "k-\(number)"))
        }
        let first = try #require(await connections[0].answer())

        let result = try await service.stop()

        #expect(first.status == 201)
        #expect(result.status == 0)
        #expect(!result.isKilled)
        // Every answered registration is recorded, and all answers are 201.
        for connection in connections.dropFirst() {
            let statuses: [Int] = await connection.answers().map(\.status)
            #expect(statuses == [201] || statuses == [])
        }
        #expect(service.lines.last?["message"] == "stopped")
    }

    @Test func 二つのサーバが一つのデータベースを分け合う() async throws {
        let one = try await ServeProcess(["--rate-limit", "off"], in: directory)
        let other = try await ServeProcess(["--rate-limit", "off"], in: directory)
        let keys = (0..<200).map { "k-\($0)" }

        async let first = udids(of: keys, from: one.port)
        async let second = udids(of: keys.reversed(), from: other.port)
        let (ones, others) = try await (first, second)
        try await one.stop()
        try await other.stop()

        #expect(ones == Array(others.reversed()))
        #expect(Set(ones).count == 200)
    }

    private func udids(of keys: [String], from port: Int) async throws -> [String] {
        let connection = try RawConnection(port: port)
        var udids: [String] = []
        for key in keys {
            connection.send(RawConnection.request("/udids", "POST", RawConnection.registration, key: key))
            udids.append(try #require(await connection.answer()?.udid))
        }
        return udids
    }

    @Test func メトリクスは数えたものを告げる() async throws {
        let service = try await ServeProcess([], in: directory)
        _ = try await boot(service)

        let text = try await service.answer(to: "/metrics").text
        try await service.stop()

        for line in [
            #"calearning_registrations_total{outcome="issued"} 1"#,
            #"calearning_registrations_total{outcome="known"} 0"#,
            #"http_requests_total{method="POST",route="/udids",status="201"} 1"#,
            #"calearning_logins_total{outcome="succeeded"} 0"#, #"calearning_hashes_limit{state="waiting"} 32"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
    }
}
#endif
