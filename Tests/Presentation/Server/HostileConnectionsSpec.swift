#if Server
import Foundation
import CalearningInfrastructure
import Logging
import CalearningPresentation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import UsecasesService

private let post = "POST /udids HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
private let sound = "\(post)Content-Length: 19\r\n\r\n{\"appDeviceKbn\":11}"

@Suite(.timeLimit(.minutes(5))) struct 悪意ある接続 {
    /// A reset connection no longer has an address, but its client had one.
    @Test func 送ってすぐ切る相手も制限される() async throws {
        let registry = InMemoryDeviceRegistry()
        let dependencies = Dependencies.fixture(clock: ManualClock(), deviceRegistry: registry)
        try await RunningService.run(.fixture(rateLimit: 1), dependencies: dependencies) { port in
            for _ in 0..<200 {
                let connection = try RawConnection(port: port, sending: sound)
                connection.resetsWhenClosed()
            }
            var statuses: Set<Int?> = []
            for _ in 0..<20 {
                let connection = try RawConnection(port: port, sending: sound)
                statuses.insert(await connection.answer()?.status)
            }

            // The only slot went to one of the clients that stayed, or to none.
            #expect(await registry.registrations.count <= 1)
            #expect(statuses.isSubset(of: [201, 429]))
        }
    }

    @Test func 答えを読まない相手は切られる() async throws {
        var settings = ServerSettings.fixture()
        settings.responseTimeout = .milliseconds(300)
        try await RunningService.run(settings) { port in
            let connection = try RawConnection(port: port, receiveBuffer: 4096)
            let requests = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 100)
            let limit = 64 * 1024 * 1024

            // It ends when the server hangs up, because the client never reads.
            #expect(await connection.flood(requests, limit: limit) < limit)
            let bystander = try RawConnection(port: port, sending: sound)
            await expect(bystander.answer()?.status, equals: 201)
        }
    }

    @Test func 本文の途中で切る相手は故障と数えない() async throws {
        let log = RecordedLog()
        try await RunningService.run(telemetry: .fixture(logger: log.logger)) { port in
            for _ in 0..<20 {
                let connection = try RawConnection(port: port)
                connection.send("\(post)Expect: 100-continue\r\nContent-Length: 19\r\n\r\n")
                await expect(connection.answer()?.status, equals: 100)
                connection.send("{\"app")
                connection.resetsWhenClosed()
            }
            try await eventually("20 requests are noted with status 400") {
                log.lines.count { $0.contains(" request ") && $0.contains("status=400") } >= 20
            }
        }

        #expect(log.lines.filter { $0.hasPrefix("warning") || $0.hasPrefix("error") } == [])
        #expect(!log.lines.contains { $0.contains("status=50") })
    }

    @Test func 一人が取れる接続には限りがあり_去れば戻る() async throws {
        var settings = ServerSettings.fixture()
        settings.connectionsPerAddress = 2
        settings.operators = []
        try await RunningService.run(settings) { port in
            var held = [try RawConnection(port: port), try RawConnection(port: port)]
            for connection in held {
                connection.send(sound)
                await expect(connection.answer()?.status, equals: 201)
            }

            let refused = try RawConnection(port: port, sending: sound)
            #expect(await refused.answer() == nil)

            held.removeLast()
            var status: Int?
            try await eventually("there is a place again") {
                let again = try RawConnection(port: port, sending: sound)
                status = await again.answer()?.status
                return status != nil
            }
            #expect(status == 201)
        }
    }

    @Test func 満席でも見張る者には答える() async throws {
        var settings = ServerSettings.fixture()
        settings.maximumConnections = 1
        try await RunningService.run(settings) { port in
            let held = try (0..<10).map { _ in try RawConnection(port: port) }
            for connection in held {
                connection.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                await expect(connection.answer()?.status, equals: 200)
            }
        }
    }
}
#endif
