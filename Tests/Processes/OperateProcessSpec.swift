#if Server
import CalearningInfrastructure
import Foundation
import GRDB
import Testing
import UsecasesEngine
import UsecasesRuns
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct 運用のコマンド {
    private let calearning = Calearning()
    private var directory: TemporaryDirectory { calearning.directory }
    private var backup: String { calearning.path("backup.sqlite") }

    private func operate(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> ProgramProcess.Result {
        try await calearning(
            ["operate"] + arguments, ["CALEARNING_STATE_DIR": calearning.path("service")].merging(environment) { $1 })
    }

    @Test func 動いているサービスのデータベースをバックアップし_二度目は断る() async throws {
        let service = try await ServeProcess([], in: directory)
        let udid = try #require(try await service.register().udid)

        let first = try await operate(["backup", backup, "--format", "json"])
        let again = try await operate(["backup", backup])
        try await service.stop()

        let report = try first.json()
        #expect(first.status == 0, "\(first.errors)")
        #expect(report["actor"] == "operator")
        #expect(report["view"] == "backup")
        #expect(again.status == 64)
        #expect(again.output.contains(backup))
        let copy = try DatabaseQueue(path: backup)
        try await expect(copy.read { try String.fetchAll($0, sql: "SELECT udid FROM registrations") }, equals: [udid])
        try copy.close()
        try expect(directory.mode(of: "backup.sqlite"), equals: 0o600)
    }

    @Test(arguments: [
        ["--database", "sqlite:DIRECTORY/a.sqlite"], ["--configuration", "DIRECTORY/c.json"],
        ["--state-dir", "DIRECTORY/b"],
    ])
    func serveと同じ設定がデータベースを決める(arguments: [String]) async throws {
        try directory.write(#"{"database":"sqlite:\#(directory.path)/c.sqlite"}"#, to: "c.json")
        let arguments = arguments.map { $0.replacing("DIRECTORY", with: directory.path) }
        let service = try await ServeProcess(arguments, in: directory)
        try await service.stop()

        let result = try await operate(
            ["backup", backup] + arguments, environment: ["CALEARNING_PORT": "not a number"])

        #expect(result.status == 0, "\(result.errors)")
        #expect(FileManager.default.fileExists(atPath: backup))
    }

    @Test(arguments: [
        (["--database", "postgres://h/d"], 64, "pg_dump"), (["--database", "mysql://h/d"], 64, "--database"),
        ([], 74, "Cannot be read"),
    ])
    func できないことは名を挙げて断り_何も残さない(arguments: [String], status: Int32, words: String) async throws {
        let result = try await operate(["backup", backup] + arguments)

        #expect(result.status == status)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: backup))
    }

    @Test func 動いているサービスのアカウントを見て_止めて_消す() async throws {
        let service = try await ServeProcess([], in: directory)
        let client = [
            "--backend", "http://127.0.0.1:\(service.port)", "--state-dir", directory.path + "/device", "--timeout",
            "600",
        ]
        func account(_ command: String, typing lines: String = "a sentence that nobody says") async throws -> Int32 {
            try await calearning([command, "--name", "ada", "--password-stdin"] + client, input: lines + "\n").status
        }
        try await expect(account("signup"), equals: 0)

        let list = try await operate(["accounts"])
        let locked = try await operate(["lock", "ada", "--yes", "--format", "json"])
        let refused = try await account("login")
        let unlocked = try await operate(["unlock", "ada"])
        let accepted = try await account("login")
        let issued = try await operate(["recover", "ada", "--format", "json"])
        let shown = try await operate(["recover", "ada"])
        let former = try #require((try issued.json().members["secrets"] as? [String: String])?["code"])
        let code = String(shown.output.prefix(29))
        let new = "another sentence nobody says"
        var recoveries: [Int32] = []
        for code in [former, code, code] { recoveries.append(try await account("recover", typing: "\(code)\n\(new)")) }
        let forgotten = try await account("login")
        let chosen = try await account("login", typing: new)
        let unconfirmed = try await operate(["delete", "ada"])
        let deleted = try await operate(["delete", "ada", "--yes"])
        let gone = try await operate(["account", "ada"])
        let free = try await account("signup")
        try await service.stop()

        #expect(list.output.contains("ada: sessions 1"))
        try expect(locked.json()["usecase"], equals: "LockAccount")
        #expect(refused == 77)
        #expect(unlocked.output.contains("Sessions: 0") && accepted == 0)
        #expect(issued.output.components(separatedBy: former).count == 2)
        #expect(recoveries == [77, 0, 77])
        #expect(forgotten == 77 && chosen == 0)
        #expect(unconfirmed.status == 64 && unconfirmed.errors.contains("--yes"))
        #expect(deleted.output.contains("The account ada was deleted"))
        #expect(gone.status == 64 && gone.output.contains("The account ada does not exist."))
        #expect(free == 0)
    }

    @Test func 待ち行列の実行を見て_やめさせ_また進める() async throws {
        let service = try await ServeProcess([], in: directory)
        try await service.stop()
        let database = try SQLiteDatabase.fixture(at: directory.path + "/service/devices.sqlite")
        let ended = try await database.runs.add(1, ending: .goal(Data("{}".utf8)))
        let failed = try await database.runs.add(2, ending: .failure(reason: "no\u{7}", pause: nil))
        try database.close(within: .seconds(5))

        let list = try await operate(["runs"])
        let all = try await operate(["runs", "--all", "--format", "json"])
        let rest = try await operate(["runs", "--all", "--after", "\(ended)"])
        let retried = try await operate(["retry-run", "\(failed)"])
        let again = try await operate(["run", "\(failed)", "--format", "json"])
        let unconfirmed = try await operate(["cancel-run", "\(failed)"])
        let cancelled = try await operate(["cancel-run", "\(failed)", "--yes"])
        let late = try await operate(["retry-run", "\(failed)"])
        let missing = try await operate(["run", "\(DurableRun.example.key)"])
        let wrong = try await operate(["run", "1"])

        #expect(list.output.contains("\(failed): Start the application.") && list.output.contains("failed: no\u{FFFD}"))
        #expect(!list.output.contains("\(ended)") && !rest.output.contains("\(ended)"))
        try expect(all.json()["view"], equals: "runs")
        #expect(all.output.contains("\(ended)") && all.output.contains("\(failed)"))
        #expect(rest.output.contains("\(failed)"))
        #expect(retried.status == 0 && again.output.contains(#""waits""#), "\(again.output)")
        #expect(unconfirmed.status == 64 && unconfirmed.errors.contains("--yes"))
        #expect(cancelled.status == 0 && cancelled.output.contains("was cancelled"))
        #expect(late.status == 64 && late.output.contains("It was cancelled."))
        #expect(missing.status == 64 && missing.output.contains("does not exist"))
        #expect(wrong.status == 64 && wrong.errors.contains("operate runs"))
    }

    @Test(arguments: [["accounts"], ["devices"], ["sweep"], ["delete", "ada", "--yes"], ["runs"]])
    func データベースがなければ作らずにそう告げる(command: [String]) async throws {
        let result = try await operate(command)

        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("devices.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/service/devices.sqlite"))
    }
}
#endif
