import Foundation
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

/// Runs the program itself with answers that are valid, or almost valid.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての応答の読み方 {
    private static let gzip = "Content-Encoding: gzip\r\n"

    private static func run(
        _ arguments: [String], _ server: LoopbackServer, through launcher: [String] = []
    ) async throws -> ProgramProcess.Result {
        defer { server.stop() }
        return try await ProgramProcess(
            arguments + ["--store", "memory", "--format", "json", "--trace", "--timeout", "60"],
            environment: ["CALEARNING_GITHUB_URL": server.address], through: launcher
        ).run()
    }

    private static func answer(_ status: Int, _ fields: String, _ body: String = "not gzip") -> String {
        "HTTP/1.1 \(status) Status\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    private static func httpDate(in seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: Date(timeIntervalSinceNow: seconds))
    }

    @Test(arguments: ["", "not gzip"])
    func 利用制限は本文が読めなくても伝わる(body: String) async throws {
        for status in [403, 429] {
            let server = try LoopbackServer.sending(Self.answer(status, Self.gzip + "Retry-After: 120\r\n", body))

            let result = try await Self.run(["zen"], server)

            #expect(result.status == 75, "\(result.output)")
        }
    }

    @Test(arguments: ["", "not gzip"])
    func 一時的な障害は本文が読めなくても三度まで試す(body: String) async throws {
        let server = try LoopbackServer.sending(Self.answer(503, Self.gzip, body))

        let result = try await Self.run(["zen"], server)

        #expect(result.status == 69, "\(result.output)")
        #expect(server.requests.count == 3)
    }

    @Test(arguments: ["", "not gzip"])
    func リダイレクトは本文が読めなくても従われる(body: String) async throws {
        let server = try LoopbackServer { connection, request in
            connection.send(
                request.path == "/zen"
                    ? Self.answer(302, Self.gzip + "Location: /way\r\n", body)
                    : Self.answer(200, "", "Design for failure."))
        }

        let result = try await Self.run(["zen"], server)

        #expect(result.status == 0, "\(result.output)")
    }

    @Test(arguments: [401, 403, 404, 500])
    func 断る応答のステータスは本文が読めなくても伝わる(status: Int) async throws {
        let server = try LoopbackServer.sending(Self.answer(status, Self.gzip))

        let error = try #require(try await Self.run(["zen"], server).json().error)

        #expect(error["status"] as? Int == status)
        let causes = try #require(error["causedBy"] as? [String])
        #expect(causes.contains { $0.contains("compression") || $0.contains("coding") }, "\(causes)")
    }

    @Test func Retry_Afterは日付でも秒でも同じに伝わる() async throws {
        for (status, arguments) in [(403, ["zen"]), (429, ["user", "octocat"])] {
            let date = Self.httpDate(in: 600)
            let server = try LoopbackServer.sending(Self.answer(status, "Retry-After: \(date)\r\n", "{}"))

            let result = try await Self.run(arguments, server)

            #expect(result.status == 75, "\(result.output)")
            let time = try #require(date.split(separator: " ").first { $0.contains(":") })
            #expect(result.output.contains(time), "\(result.output)")
        }
    }

    @Test(arguments: ["0", "1", "1000000000", "1795176000000", "-5", "soon"])
    func 過ぎた解除の時刻や読めない時刻は言わない(reset: String) async throws {
        let fields = "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: \(reset)\r\n"
        let server = try LoopbackServer.sending(Self.answer(403, fields, "{}"))

        let result = try await Self.run(["zen"], server)

        #expect(result.status == 75, "\(result.output)")
        #expect(!result.output.contains("1970") && !result.output.contains("2001"), "\(result.output)")
    }

    @Test func 断られたリダイレクトの行き先から秘密は現れない() async throws {
        let places = [
            "https://bob:s3cret@other.example:8443/way", "https://other.example:8443/way?token=s3cret-token",
            "https://other.example:8443/way#s3cret", "//bob:s3cret@other.example:8443/way?a=s3cret-token&b",
            "https://other.example:8443/way?s3cret",
        ]
        for place in places {
            let body = "<a href=\"\(place)\">moved</a>"
            let server = try LoopbackServer.sending(
                Self.answer(302, "Location: \(place)\r\nContent-Location: \(place)\r\n", body))

            let result = try await Self.run(["zen"], server)

            let shown = result.output + result.errors
            #expect(result.status == 70, "\(result.output)")
            #expect(!shown.contains("s3cret"), "\(shown)")
            #expect(shown.contains("other.example:8443/way"), "\(shown)")
        }
    }

    @Test func 従ったリダイレクトの行き先から秘密は現れない() async throws {
        let server = try LoopbackServer { connection, request in
            connection.send(
                request.path == "/zen"
                    ? Self.answer(302, "Location: /way?token=s3cret-token\r\n", "") : Self.answer(404, "", "none"))
        }

        let result = try await Self.run(["zen"], server)

        let shown = result.output + result.errors
        #expect(server.requests.map(\.path) == ["/zen", "/way?token=s3cret-token"])
        #expect(shown.contains("/way"), "\(shown)")
        #expect(!shown.contains("s3cret"), "\(shown)")
    }

    @Test func 文の前のBOMは文ではない() async throws {
        let server = try LoopbackServer.sending(Self.answer(200, "", "\u{FEFF}Design for failure."))

        let result = try await Self.run(["zen"], server)

        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("\"Design for failure.\""), "\(result.output)")
    }

    @Test func 頼んでいない一部の応答は全体ではない() async throws {
        let fields = "Content-Range: bytes 0-5/19\r\n"
        let server = try LoopbackServer.sending(Self.answer(206, fields, "Design"))

        let result = try await Self.run(["zen"], server)

        #expect(result.status == 70, "\(result.output)")
        #expect(result.output.contains("only a part"), "\(result.output)")
    }

    @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1.5", "99999999999999999999999999"])
    func 入らない数はそう言う(number: String) async throws {
        let server = try LoopbackServer.sending(Self.answer(200, "", #"{"id":\#(number),"login":"octocat"}"#))

        let result = try await Self.run(["user", "octocat"], server)

        #expect(result.status == 65, "\(result.output)")
        #expect(result.output.contains("too large, or is not a whole number"), "\(result.output)")
    }

    /// From the number of descriptors that the language's runtime needs to a sufficient one.
    @Test(arguments: 8...20)
    func ファイルを開けなければサーバのせいにしない(limit: Int) async throws {
        for host in ["127.0.0.1", "none.invalid"] {
            let server = try LoopbackServer.sending(Self.answer(200, "", "Design for failure."))
            defer { server.stop() }

            let result = try await ProgramProcess(
                ["zen", "--store", "memory"], environment: ["CALEARNING_GITHUB_URL": "http://\(host):\(server.port)"],
                through: ["/bin/sh", "-c", "ulimit -n \(limit); exec \"$@\"", "sh"]
            ).run()

            let isNotFound = host == "none.invalid" && result.errors.contains("not found")
            let isScarce = result.errors.contains("too many files are open")
            #expect(result.status == 0 || isScarce || isNotFound && limit > 12, "\(result.errors)")
            if limit < 10 { #expect(isScarce, "\(result.errors)") }
        }
    }
}
