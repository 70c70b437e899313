#if Server
import Foundation
import Synchronization
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private let password = "a sentence that nobody says"
private let otherPassword = "another sentence nobody says"

private struct Leg: Hashable {
    let command: String
    let scenes: [String]
    let goal: String?
    let view: String?
    let status: Int32
}

private struct Journey {
    let directory: TemporaryDirectory
    /// `nil` for the embedded backend.
    let backend: String?

    func legs() async throws -> [Leg] {
        var legs: [Leg] = []
        func go(_ command: String, typing lines: [String]) async throws {
            var environment = ["CALEARNING_STATE_DIR": directory.path + "/one"]
            environment["CALEARNING_BACKEND"] = backend
            let arguments = command.split(separator: " ").map(String.init) + (lines.isEmpty ? [] : ["--password-stdin"])
            let result = try await ProgramProcess(
                arguments + ["--format", "json", "--timeout", "600"], environment: environment,
                input: lines.map { $0 + "\n" }.joined()
            ).run()
            #expect(!result.output.contains(password) && !result.errors.contains(password))
            let report = try result.json()
            legs.append(
                Leg(
                    command: command.replacing(#/[0-9a-f-]{36}/#, with: "ID"), scenes: report.sceneNames,
                    goal: report["goal"], view: report["view"], status: result.status))
        }

        for (command, lines) in [
            ("boot", []),
            ("whoami", []),
            ("signup --name Ada", ["short"]),
            ("signup --name Ada", [password]),
            ("whoami", []),
            ("login --name ada", [otherPassword]),
            ("login --name nobody", [password]),
            ("signup --name ADA", [otherPassword]),
            ("password", [otherPassword, otherPassword]),
            ("password", [password, otherPassword]),
            ("sessions", []),
            ("sessions end 0198c1a2-7b3c-7def-8123-456789abcdef", [otherPassword]),
            ("sessions end --others", [password]),
            ("sessions end --others", [otherPassword]),
            ("logout", []),
            ("logout", []),
            ("recover --name ada", ["k7qf-9xwp-3m2d-hv8s-t4ce-n6ya", password]),
            ("login --name ada", [otherPassword]),
            ("whoami", []),
        ] as [(String, [String])] { try await go(command, typing: lines) }
        return legs
    }
}

@Suite(.timeLimit(.minutes(15))) struct アカウントの旅 {
    private let directory = TemporaryDirectory()

    @Test func 内蔵でもSQLiteでもPostgreSQLを分け合う二つのサーバでも同じシーンを通る() async throws {
        let sandbox = try PostgreSQLSandbox()
        let onSQLite = try await ServeProcess(["--database", "sqlite:\(directory.path)/service.sqlite"], in: directory)
        let first = try await ServeProcess(["--database", sandbox.url], in: directory)
        let second = try await ServeProcess(["--database", sandbox.url], in: directory)

        let embedded = try await Journey(directory: TemporaryDirectory(), backend: nil).legs()
        let overSQLite = try await Journey(directory: TemporaryDirectory(), backend: onSQLite.address).legs()
        // A device identifies servers by their address, so servers with a shared database have a single address.
        let turns = Mutex(0)
        let relay = try LoopbackServer { connection, request in
            let server = turns.withLock { turn in
                turn += 1
                return turn.isMultiple(of: 2) ? first : second
            }
            let headers = request.headers.filter { $0.key != "connection" }.map { "\($0): \($1)\r\n" }.joined()
            guard let behind = try? RawConnection(port: server.port) else { return }
            behind.send(
                "\(request.method) \(request.path) HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n\(request.body)")
            connection.send(behind.received())
        }
        defer { relay.stop() }
        let overTwo = try await Journey(directory: TemporaryDirectory(), backend: relay.address).legs()

        #expect(overSQLite == embedded)
        #expect(overTwo == embedded)
        #expect(embedded.map(\.status) == [0, 77, 65, 0, 0, 77, 77, 76, 77, 0, 0, 76, 77, 0, 0, 77, 77, 0, 0])
        for service in [onSQLite, first, second] {
            try await service.stop()
            #expect(!service.text.contains(password) && !service.text.contains(otherPassword))
        }
    }

    @Test func パスワードはどこにも書かれずトークンは端末にだけある() async throws {
        let service = try await ServeProcess(["--database", "sqlite:\(directory.path)/service.sqlite"], in: directory)
        let recording = directory.path + "/run.jsonl"
        let device = directory.path + "/device"
        for name in ["output", "errors"] { try directory.write("", to: name) }
        let signUp = try await ProgramProcess(
            ["signup", "--name", "ada", "--password-stdin", "--trace", "--record", recording, "--timeout", "600"],
            environment: ["CALEARNING_STATE_DIR": device, "CALEARNING_BACKEND": service.address],
            output: directory.path + "/output", errors: directory.path + "/errors", input: password + "\n"
        ).run()
        try await service.stop()

        let errors = try directory.text(of: "errors")
        #expect(signUp.status == 0, "\(errors)")
        let store = try JSONObject(
            String(contentsOfFile: device + "/servers/http:127.0.0.1:\(service.port)/store.json", encoding: .utf8))
        let token = try #require(store["session"])
        let files = try #require(FileManager.default.enumerator(atPath: directory.path)).compactMap { $0 as? String }
        for file in files where !file.hasSuffix("store.json") {
            guard let content = FileManager.default.contents(atPath: directory.path + "/" + file) else { continue }
            #expect(content.range(of: Data(password.utf8)) == nil, "\(file)")
            #expect(content.range(of: Data(token.utf8)) == nil, "\(file)")
        }
        #expect(files.count > 5)
        #expect(try String(contentsOfFile: recording, encoding: .utf8).contains("[redacted]"))
    }
}
#endif
