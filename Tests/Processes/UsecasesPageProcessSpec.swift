import Foundation
import Testing

@testable import CalearningTestSupport

@Suite struct ユースケースのページを書くプロセス {
    @Test func 標準出力に一つのページを書く() async throws {
        let result = try await ProgramProcess(["usecases", "--format", "html"]).run()

        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(result.output.hasSuffix("</html>\n"))
        #expect(result.output.contains("<article id=\"RegisterDevice\""))
    }

    @Test func 名前を挙げるとその一つだけを書く() async throws {
        let result = try await ProgramProcess(["usecases", "Boot", "--format", "html"]).run()

        #expect(result.status == 0)
        #expect(result.output.contains("<article id=\"Boot\""))
        #expect(!result.output.contains("RegisterDevice"))
    }

    @Test func カバレッジを載せる() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            """
            {"spec":"s","passed":true,"usecase":"ReadZen","scenes":["アプリはGitHubに禅の言葉を尋ねる","アプリは禅の言葉を表示"],"failure":null}
            """, to: "coverage")

        let result = try await ProgramProcess(
            ["usecases", "ReadZen", "--format", "html", "--coverage", directory.path + "/coverage"]
        ).run()

        #expect(result.status == 0)
        #expect(result.output.contains("– 1 of 8"))
    }

    @Test func 壊れたカバレッジは65で終わる() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("{}\n", to: "coverage")

        let result = try await ProgramProcess(
            ["usecases", "--format", "html", "--coverage", directory.path + "/coverage"]
        ).run()

        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("calearning: Damaged, or no coverage: \(directory.path)/coverage\n"))
        #expect(result.errors.contains("line 1 is damaged: 'spec' is missing"))
    }

    @Test func 読めないカバレッジは74で終わる() async throws {
        let result = try await ProgramProcess(["usecases", "--format", "html", "--coverage", "/nowhere/at/all"])
            .run()

        #expect(result.status == 74)
        #expect(result.errors.hasPrefix("calearning: Cannot be read: /nowhere/at/all\n"))
        #expect(!result.errors.contains("--state-dir"))
    }

    @Test func デバイスやパイプのカバレッジは待たずに権限のせいにせず断る() async throws {
        let directory = try TemporaryDirectory()
        #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)

        for path in ["/dev/zero", directory.path + "/pipe", directory.path] {
            let result = try await ProgramProcess(["usecases", "--format", "html", "--coverage", path]).run()
            let replayed = try await ProgramProcess(["replay", path]).run()

            #expect([result, replayed].map(\.status) == [74, 74])
            for errors in [result.errors, replayed.errors] {
                #expect(errors.contains("a pipe, a device or a directory"))
                #expect(!errors.contains("permission"))
            }
        }
    }

    @Test func カバレッジはHTMLのほかでは使い方の誤り() async throws {
        let result = try await ProgramProcess(["usecases", "--coverage", "f"]).run()

        #expect(result.status == 64)
        #expect(result.errors.contains("Only the page in HTML shows the coverage: add --format html."))
    }
}
