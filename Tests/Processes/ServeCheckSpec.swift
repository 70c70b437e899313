#if Server
import Foundation
import GRDB
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 始める前の検査 {
    private let calearning = Calearning()
    private var directory: TemporaryDirectory { calearning.directory }

    init() throws {
        try directory.write("no database", to: "text")
        try FileManager.default.createDirectory(atPath: directory.path + "/folder", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/dangling", withDestinationPath: directory.path + "/nothing")
        try #require(mkfifo(directory.path + "/fifo", 0o600) == 0)
    }

    private func serve(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> ProgramProcess.Result {
        try await calearning(["serve"] + arguments, environment)
    }

    @Test func 打ち間違えた環境変数には近い名を挙げ_ほかの変数には何も言わない() async throws {
        let result = try await serve(
            ["--check"],
            environment: [
                "CALEARNING_PROT": "1234", "CALEARNING_DATABSE": "x", "CALEARNING_FORMAT": "text",
                "CALEARNING_GITHUB_TOKEN": "x", "CALEARNING_CONFIGURATION_": "", "PROT": "1",
            ])

        #expect(result.status == 0)
        let remarks = result.errors.matches(of: #/the variable (\S+) is not a setting: did you mean (\S+)\?/#)
        #expect(
            remarks.map { "\($0.1) \($0.2)" } == [
                "CALEARNING_CONFIGURATION_ CALEARNING_CONFIGURATION", "CALEARNING_DATABSE CALEARNING_DATABASE",
                "CALEARNING_PROT CALEARNING_PORT",
            ])
    }

    /// Returns the environment of a machine without the libraries. Their places have files that are not libraries.
    private func withoutLibraries(_ names: [String]) throws -> [String: String] {
        for name in names { try directory.write("no library", to: name) }
        return ["LD_LIBRARY_PATH": directory.path]
    }

    @Test(
        .enabled(if: isLinux, "other systems include the transport"),
        arguments: [
            ([], [:], nil), ([], ["OTEL_EXPORTER_OTLP_ENDPOINT": ""], nil),
            ([], ["OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"], "spans are not exported"),
            (["--web"], [:], "browsers cannot ask GitHub"),
        ] as [([String], [String: String], String?)])
    func libcurlがなければ_それが要る設定のときだけパッケージの名を挙げる(
        arguments: [String], environment: [String: String], remark: String?
    ) async throws {
        let hidden = try withoutLibraries(["libcurl.so.4", "libcurl-gnutls.so.4"])

        let result = try await serve(["--check"] + arguments, environment: environment.merging(hidden) { $1 })
        let installed = try await serve(["--check"] + arguments, environment: environment)

        #expect(result.status == 0)
        let isNamed = result.errors.contains("libcurl4")
        #expect(isNamed == (remark != nil), "\(result.errors)")
        if let remark { #expect(result.errors.contains(remark), "\(result.errors)") }
        #expect(installed.errors == "")
    }

    @Test(.enabled(if: isLinux, "other systems have no libcrypto to hide"))
    func libcryptoがなければ_検査でも開始でもパッケージの名を挙げて断る() async throws {
        let hidden = try withoutLibraries(["libcrypto.so.3", "libcrypto.so.1.1"])

        let checked = try await serve(["--check", "--port", "0"], environment: hidden)
        let started = try await serve(["--port", "0"], environment: hidden)

        #expect(checked.status == 70)
        #expect(checked.errors.contains("libssl3"), "\(checked.errors)")
        #expect(started.status == 70)
        #expect(started.errors.contains("libssl3") || started.output.contains("libcrypto"), "\(started)")
    }

    private var files: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: directory.path)) }
    }

    /// DIRECTORY stands for the directory of the spec.
    static let unusable = [
        ("host", ["--host", "192.0.2.1"]), ("host", ["--host", "no.such.invalid"]),
        ("database", ["--database", "sqlite:DIRECTORY/text/devices.sqlite"]),
        ("database", ["--database", "sqlite:DIRECTORY/folder"]),
        ("database", ["--database", "sqlite:DIRECTORY/fifo"]),
        ("database", ["--database", "sqlite:DIRECTORY/dangling"]),
        ("database", ["--database", "sqlite:/dev/zero"]),
        ("database", ["--database", "sqlite:/proc/devices.sqlite"]),
        ("tls-certificate", ["--tls-certificate", "DIRECTORY/text", "--tls-key", "DIRECTORY/text"]),
        ("tls-key", ["--tls-certificate", "DIRECTORY/text", "--tls-key", "DIRECTORY/fifo"]),
        ("configuration", ["--configuration", "DIRECTORY/fifo"]),
    ]

    @Test(arguments: unusable)
    func 使えないものは検査でも開始でも名を挙げて64で断られ_何も作られない(name: String, arguments: [String]) async throws {
        let arguments = arguments.map { $0.replacing("DIRECTORY", with: directory.path) }
        let before = try files

        let checked = try await serve(["--check", "--port", "0"] + arguments)
        let started = try await serve(["--port", "0"] + arguments)

        #expect(checked.status == 64)
        #expect(checked.errors.contains(name))
        #expect(checked.output.isEmpty)
        #expect(started.status == 64)
        #expect(started.errors == checked.errors)
        try expect(files, equals: before)
    }

    @Test func 新しい版のデータベースは検査でも開始でも65で断られ_何も変わらない() async throws {
        let service = try await ServeProcess([], in: directory)
        try await service.stop()
        let path = directory.path + "/service/devices.sqlite"
        let database = try DatabaseQueue(path: path)
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        try database.close()
        let before = try Data(contentsOf: URL(filePath: path))

        let checked = try await serve(["--check", "--database", "sqlite:" + path])
        let started = try await serve(["--port", "0", "--database", "sqlite:" + path])

        for result in [checked, started] {
            #expect(result.status == 65)
            #expect(result.errors.contains("The database is of a newer version: \(path). It was left as it is."))
            #expect(result.errors.contains("The data are intact, so do not restore a backup."))
            #expect(result.errors.contains("its schema has version 99, and this program knows"))
        }
        #expect(try JSONObject(String(try #require(started.errors.split(separator: "\n").last)))["level"] == "critical")
        try expect(Data(contentsOf: URL(filePath: path)), equals: before)
    }

    @Test func 危うい設定は注意され_それでも通る() async throws {
        let service = try await ServeProcess([], in: directory)
        try await service.stop()
        let path = directory.path + "/service/devices.sqlite"
        let arguments = ["--check", "--database", "sqlite:" + path]
        let safe = try await serve(arguments)
        try #require(chmod(path, 0o644) == 0)
        let readable = try await serve(arguments)
        try #require(chmod(path, 0o600) == 0)
        try #require(chmod(directory.path + "/service", 0o777) == 0)
        let replaceable = try await serve(arguments)
        try #require(chmod(directory.path + "/service", 0o700) == 0)
        let exposed = try await serve(arguments + ["--host", "0.0.0.0"])

        #expect(safe.errors == "")
        #expect(readable.errors.contains("other users may use \(path)"))
        #expect(replaceable.errors.contains("other users may replace the database"))
        #expect(exposed.errors.contains("clients reach host '0.0.0.0' without TLS"))
        #expect([safe, readable, replaceable, exposed].allSatisfy { $0.status == 0 })
    }

    @Test func 誤りはファイルのものもオプションのものも環境のものも一度に_どちらの言語でも告げられる() async throws {
        try directory.write(#"{"port":true,"prot":1,"idle-timeout":60,"idle-timeout":61}"#, to: "c.json")
        func check(_ language: String) async throws -> ProgramProcess.Result {
            try await serve(
                [
                    "--check", "--configuration", directory.path + "/c.json", "--rate-limit", "fast", "--host",
                    "999.1.1.1", "--tls-certificate", directory.path + "/text", "--tls-key", directory.path + "/none",
                ],
                environment: [
                    "CALEARNING_LANGUAGE": language, "CALEARNING_LOG_LEVEL": "loud", "CALEARNING_DATABASE": "",
                ])
        }

        let (english, japanese) = (try await check("en"), try await check("ja"))

        #expect([english, japanese].map(\.status) == [64, 64])
        for name in [
            "port in", "prot in", "idle-timeout in", "--rate-limit", "host", "tls-certificate", "tls-key",
            "CALEARNING_LOG_LEVEL", "CALEARNING_DATABASE",
        ] {
            #expect(english.errors.contains(name), "\(name)")
        }
        let lines = japanese.errors.split(separator: "\n").filter { !$0.hasPrefix("使い方: ") && !$0.hasPrefix("  ") }
        #expect(lines.count > 5)
        #expect(lines.allSatisfy { $0.unicodeScalars.contains { ("ぁ"..."ん").contains($0) } }, "\(lines)")
    }

    @Test func 検査は動いているサービスのそばでも通り_そのデータベースに触れない() async throws {
        let service = try await ServeProcess([], in: directory)
        let before = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/service").sorted()

        let result = try await serve(
            ["--check", "--port", "\(service.port)", "--database", "sqlite:\(directory.path)/service/devices.sqlite"])
        let after = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/service").sorted()
        try await service.stop()

        #expect(result.status == 0, "\(result.errors)")
        #expect(before == after)
    }

    @Test func 検査が書くものはそのまま設定になり_検査は何も残さない() async throws {
        let before = try files
        let first = try await serve([
            "--check", "--trusted-proxies", "10.0.0.0/8,::1", "--idle-timeout", "1.5", "--rate-limit", "20/s",
            "--log-rate", "off", "--port", "1234", "--database", "sqlite:\(directory.path)/a/b/devices.sqlite",
        ])
        let arguments = first.output.split(separator: "\n").flatMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return ["--\(parts[0])=\(parts.count > 1 ? parts[1] : "")"]
        }
        let second = try await serve(["--check"] + arguments)

        #expect(first.status == 0)
        #expect(second.status == 0, "\(second.errors)")
        #expect(second.output == first.output)
        try expect(files, equals: before)
        for line in [
            "trusted-proxies 10.0.0.0/8,::1", "operators 127.0.0.0/8,::1", "idle-timeout 1.5", "request-timeout 10",
            "rate-limit 20/s", "log-rate off", "port 1234",
        ] {
            #expect(first.output.contains(line + "\n"), "\(line)")
        }
    }
}
#endif
