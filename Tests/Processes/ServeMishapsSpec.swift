#if Server
import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

extension ServeProcess {
    /// Repeats the request until the service is ready, or no longer.
    fileprivate func wait(for expected: Int) async throws {
        try await eventually("/ready is answered with \(expected)") {
            try await answer(to: "/ready").status == expected
        }
    }
}

@Suite(
    .enabled(if: SmallDisk.isAvailable, "only root can mount the disks that this suite needs"), .timeLimit(.minutes(5)))
struct ディスクが一杯のサービス {
    @Test func 殺されても始まり_知っているキーには答え_空けば元に戻る() async throws {
        let directory = TemporaryDirectory()
        let disk = try SmallDisk(size: "2m")
        let options = ["--database", "sqlite:\(disk.path)/devices.sqlite", "--rate-limit", "off"]
        let first = try await ServeProcess(options, in: directory)
        for number in 0..<20 { try await expect(first.register(key: "k-\(number)").status, equals: 201) }
        try disk.fill()
        // The existing files may still have free space.
        try await first.wait(for: 503)
        try await first.stop(SIGKILL)

        let second = try await ServeProcess(options, in: directory)
        try await second.wait(for: 503)
        let known = try await second.register(key: "k-7").status
        let new = try await second.register(key: "new").status
        disk.empty()
        try await second.wait(for: 200)
        let later = try await second.register(key: "new").status
        let result = try await second.stop()

        #expect([known, new, later] as [Int] == [200, 503, 201])
        #expect(result.status == 0)
        #expect(second.lines.filter { $0["message"] == "not ready" }.count == 1)
        #expect(second.lines.filter { $0["message"] == "ready again" }.count == 1)
    }

    @Test func データベースがまだなければ始まらない() async throws {
        let directory = TemporaryDirectory()
        let disk = try SmallDisk()
        try disk.fill()

        let result = try await ProgramProcess(
            ["serve", "--port", "0", "--database", "sqlite:\(disk.path)/devices.sqlite"],
            environment: ["CALEARNING_STATE_DIR": directory.path]
        ).run()

        #expect(result.status == 74)
    }
}

@Suite(.timeLimit(.minutes(5))) struct サーバに切られたサービス {
    /// Sends a message as PostgreSQL does when an administrator ends a session that has just begun.
    @Test func ログにはJSONの行しかない() async throws {
        let server = try LoopbackServer(serving: { _, connection in
            connection.send(
                message("R", [0, 0, 0, 0])
                    + [
                        ("server_version", "16.0"), ("client_encoding", "UTF8"), ("in_hot_standby", "off"),
                        ("default_transaction_read_only", "off"),
                    ].flatMap { message("S", Array("\($0)\0\($1)\0".utf8)) }
                    + message("K", [0, 0, 0, 1, 0, 0, 0, 1]) + message("Z", Array("I".utf8))
                    + message(
                        "E",
                        Array("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0".utf8)))
            connection.waitForHangUp()
        })
        defer { server.stop() }
        let directory = TemporaryDirectory()
        let address = "postgres://u@127.0.0.1:\(server.port)/d?gssencmode=disable&sslmode=disable"
        let service = try await ServeProcess(["--database", address], in: directory)

        try await service.wait(for: 503)
        try await service.stop()

        #expect(server.connectionCount > 0)
        let lines = service.text.split(separator: "\n").map(String.init)
        #expect(lines.filter { (try? JSONObject($0)) == nil } == [])
    }
}

/// Returns a message in PostgreSQL's protocol format.
private func message(_ type: Character, _ content: [UInt8]) -> [UInt8] {
    Array("\(type)".utf8) + withUnsafeBytes(of: UInt32(content.count + 4).bigEndian, Array.init) + content
}
#endif
