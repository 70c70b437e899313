#if Server
import Foundation
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

/// Returns the status of one answer of the service.
private func status(_ port: Int, _ method: String, _ path: String, key: String = "") async throws -> Int? {
    let body = method == "POST" ? #"{"appDeviceKbn":11}"# : ""
    let connection = try RawConnection(port: port)
    connection.send(
        """
        \(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n\
        \(key.isEmpty ? "" : "Idempotency-Key: \(key)\r\n")Content-Length: \(body.utf8.count)\r\n\r\n\(body)
        """)
    return await connection.answer()?.status
}

/// Repeats the request until it is answered with the expected status.
private func wait(_ port: Int, for expected: Int) async throws {
    try await eventually("/ready is answered with \(expected)") {
        try await status(port, "GET", "/ready") == expected
    }
}

@Suite(
    .enabled(if: SmallDisk.isAvailable, "only root can mount the disks that this suite needs"), .timeLimit(.minutes(5)))
struct ディスクが一杯のサービス {
    @Test func 殺されても始まり_知っているキーには答え_空けば元に戻る() async throws {
        let directory = try TemporaryDirectory()
        let disk = try SmallDisk(size: "2m")
        let options = ["--database", "sqlite:\(disk.path)/devices.sqlite", "--rate-limit", "off"]
        let first = try await ServeProcess(options, in: directory)
        for number in 0..<20 { try await expect(status(first.port, "POST", "/udids", key: "k-\(number)"), equals: 201) }
        try disk.fill()
        // The existing files may still have free space.
        try await wait(first.port, for: 503)
        try await first.stop(SIGKILL)

        let second = try await ServeProcess(options, in: directory)
        try await wait(second.port, for: 503)
        let known = try await status(second.port, "POST", "/udids", key: "k-7")
        let new = try await status(second.port, "POST", "/udids", key: "new")
        disk.empty()
        try await wait(second.port, for: 200)
        let later = try await status(second.port, "POST", "/udids", key: "new")
        let result = try await second.stop()

        #expect([known, new, later] == [200, 503, 201])
        #expect(result.status == 0)
        #expect(second.lines.filter { $0["message"] == "not ready" }.count == 1)
        #expect(second.lines.filter { $0["message"] == "ready again" }.count == 1)
    }

    @Test func データベースがまだなければ始まらない() async throws {
        let directory = try TemporaryDirectory()
        let disk = try SmallDisk()
        try disk.fill()

        let result = try await ProgramProcess(
            ["serve", "--port", "0", "--database", "sqlite:\(disk.path)/devices.sqlite"],
            environment: ["CALEARNING_STATE_DIR": directory.path]
        ).run()

        #expect(result.status == 74)
    }
}

@Suite(.timeLimit(.minutes(5))) struct データベースを失ったサービス {
    @Test func 消されたと言い_受け取らず_戻れば続ける() async throws {
        let directory = try TemporaryDirectory()
        let service = try await ServeProcess(["--rate-limit", "off"], in: directory)
        let path = directory.path + "/service/devices.sqlite"
        try await expect(status(service.port, "POST", "/udids", key: "k"), equals: 201)

        try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
        let away = [
            try await status(service.port, "POST", "/udids", key: "k"),
            try await status(service.port, "POST", "/udids", key: "new"),
        ]
        try await wait(service.port, for: 503)
        try FileManager.default.moveItem(atPath: path + ".aside", toPath: path)
        try await wait(service.port, for: 200)
        let back = try await status(service.port, "POST", "/udids", key: "new")
        let result = try await service.stop()

        #expect(away == [503, 503])
        #expect(back == 201)
        #expect(result.status == 0)
        let lines = service.lines.filter { $0["database"] != nil && $0["cause"] != nil }
        #expect(lines.map { $0["message"] } == ["the database is not used any more"])
        #expect(service.lines.filter { $0["message"] == "the database is used again" }.count == 1)
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
        let directory = try TemporaryDirectory()
        let address = "postgres://u@127.0.0.1:\(server.port)/d?gssencmode=disable&sslmode=disable"
        let service = try await ServeProcess(["--database", address], in: directory)

        try await wait(service.port, for: 503)
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
