import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The commands of the laboratory, as processes. Their reports have their own specs.
@Suite(.timeLimit(.minutes(5))) struct プロセスとしての実験室 {
    private let calearning = Calearning()

    @Test(arguments: [
        ("usecases Fly", "No such use case: 'Fly'. The use cases are: Boot, "),
        ("usecases --format dot", "A diagram is of one use case"), ("usecases --format pdf", "mermaid"),
        ("usecases --times", "The times are those of one use case"),
        ("usecases Boot --times --format mermaid", "The times are those of one use case"),
        ("usecases --coverage f", "Only the page in HTML shows the coverage: add --format html."),
        ("worlds --for 10", "A length of time is a whole number with s, m, h or d, such as 10m, and at most 90d."),
        ("worlds ReadZen", "Nothing was explored: `surroundings` provides no adapter for GitHub."),
        ("audit", "Missing expected argument '<file>"), ("audit EMPTY", "The name that <file> gives is empty."),
        ("leftovers DIRECTORY/left --depth 5", "--depth takes a number from 0 to 4."),
        ("leftovers DIRECTORY/left --resume --depth 1", "leave out --depth."),
        ("leftovers EMPTY", "The name that <directory> gives is empty."),
    ])
    func 誤った呼び方は六十四で断り何も書かない(command: String, message: String) async throws {
        let words = command.split(separator: " ").map {
            $0 == "EMPTY" ? "" : $0.replacing("DIRECTORY", with: calearning.directory.path)
        }

        let result = try await calearning(words.map(String.init))

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
        try expect(FileManager.default.contentsOfDirectory(atPath: calearning.directory.path), equals: [])
    }

    /// The README shows the tree of one use case.
    @Test func ユースケースを並べ_JSONや図でも示し_最長でどれだけ待つかも示す() async throws {
        let list = try await calearning("usecases")
        let same = try await calearning("usecases", "CompleteTutorial", "--times", "--language", "ja").output
        let different = try await calearning("usecases", "Boot", "--times").output
        let json = try await calearning("usecases", "Boot", "--format", "json").json()
        let mermaid = try await calearning("usecases", "ReadZen", "--format", "mermaid").output
        let dot = try await calearning("usecases", "ReadZen", "--format", "dot").output

        #expect(list.status == 0 && list.errors == "")
        let lines = list.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("Boot Start the application user, application 5 19"))
        #expect(lines.count == Catalogue.usecases.count + 1)
        #expect(same.hasSuffix("\n\n今の設定での各シナリオの待ち時間: 最長30 s: DataStore.save(hasCompletedTutorial: true) 30 s\n"))
        #expect(
            different.contains(
                "\n\nAs it is configured, it waits for at most 150 s: Journal.begin(run, at: scene) 60 s, "))
        #expect(different.contains("\n\nfor at most 60 s: Journal.begin(run, at: scene) 60 s\n"))
        #expect(json["usecase"] == "Boot")
        #expect((json.members["scenarios"] as? [Any])?.count == 19)
        #expect((json.members["ways"] as? [Any])?.count == 57)
        #expect((json.members["longest"] as? [String: Any])?["seconds"] as? Double == 150)
        #expect((json.members["findings"] as? [Any])?.isEmpty == true)
        let first = "The application asks GitHub for a line of its zen"
        #expect(mermaid.hasPrefix("flowchart TD\n    s1[\"\(first)\"]\n"))
        #expect(mermaid.contains("    s1 -->|\"GitHub: answered\"| s2\n"))
        #expect(dot.hasPrefix("digraph ReadZen {\n    s1 [label=\"\(first)\", shape=box];\n"))
    }

    @Test func 標準出力に一つのページを書き_カバレッジを載せ_読めなければ待たずに断る() async throws {
        let scenes = #"["アプリはGitHubに禅の言葉を尋ねる","アプリは禅の言葉を表示"]"#
        try calearning.directory.write(
            #"{"spec":"s","passed":true,"usecase":"ReadZen","scenes":\#(scenes),"failure":null}"#, to: "coverage")
        try calearning.directory.write("{}\n", to: "damaged")
        #expect(mkfifo(calearning.path("pipe"), 0o600) == 0)
        func page(_ arguments: String...) async throws -> ProgramProcess.Result {
            try await calearning(["usecases"] + arguments + ["--format", "html"])
        }

        let all = try await page()
        let covered = try await page("ReadZen", "--coverage", calearning.path("coverage"))
        let damaged = try await page("--coverage", calearning.path("damaged"))
        let missing = try await page("--coverage", "/nowhere/at/all")
        let piped = try await page("--coverage", calearning.path("pipe"))

        #expect([all, covered].allSatisfy { $0.status == 0 && $0.errors == "" })
        #expect(all.output.hasPrefix("<!doctype html>\n<html lang=\"en\">") && all.output.hasSuffix("</html>\n"))
        #expect(all.output.contains("<article id=\"RegisterDevice\""))
        #expect(covered.output.contains("– 1 of 8") && !covered.output.contains("RegisterDevice"))
        #expect([damaged, missing, piped].map(\.status) == [65, 74, 74])
        #expect(damaged.output == "")
        #expect(damaged.errors.hasPrefix("calearning: Damaged, or no coverage: \(calearning.path("damaged"))\n"))
        #expect(missing.errors.hasPrefix("calearning: Cannot be read: /nowhere/at/all\n"))
        #expect(!missing.errors.contains("--state-dir"))
        #expect(piped.errors.contains("a pipe, a device or a directory") && !piped.errors.contains("permission"))
    }

    @Suite struct audit {
        private let calearning = Calearning()
        private let recording: String
        private let recorded: String

        init() async throws {
            recording = calearning.path("run.jsonl")
            try await calearning("boot", "--record", recording)
            recorded = try calearning.directory.text(of: "run.jsonl")
        }

        @Test func 知られた道をたどった実行だけなら零で終わり_標準入力からも読む() async throws {
            let result = try await calearning("audit", recording)
            let piped = try await calearning(["audit", "-"], input: recorded)

            for result in [result, piped] {
                #expect(result.status == 0 && result.errors == "")
                #expect(result.output.hasPrefix("Runs: 1\n  1  took a known path to its end\n"))
                #expect(result.output.contains("\n18 of 19 scenarios of Boot never happened:\n- "))
                #expect(result.output.contains("\nNever run: Reset, RegisterDevice, ReadTutorial, "))
            }
        }

        @Test func シーンを飛ばした実行を名指しして一で終わり_日本語でもJSONでも告げる() async throws {
            // Without its alternative course, as a program that skips it would record it.
            let lines = recorded.split(separator: "\n", omittingEmptySubsequences: false)
            let planted = calearning.path("planted.jsonl")
            try calearning.directory.write(
                lines.filter { !$0.hasPrefix(#"{"enter":{"course":"alternative""#) }.joined(separator: "\n"),
                to: "planted.jsonl")
            let run = try #require(recorded.firstMatch(of: /"run":"([^"]+)"/)).output.1

            let english = try await calearning("audit", recording, planted)
            let japanese = try await calearning("audit", planted, "--language", "ja")
            let json = try await calearning("audit", planted, "--format", "json").json()

            #expect([english, japanese].map(\.status) == [1, 1])
            #expect(
                english.output.contains(
                    """
                    ✗ Boot, run \(run): after scene 1, “The application checks whether a UDID issued by the server is \
                    saved”, after DataStore.get(udid), it called DataStore.get(installationKey, orSave: [redacted]).
                      Known there:
                      - the scene “If there is no UDID, the application obtains one”

                    """))
            #expect(japanese.output.contains("DataStore.get(installationKey, orSave: [redacted])を呼び出しました。"))
            let deviation = try #require((json.members["deviations"] as? [[String: Any]])?.first)
            #expect(deviation["usecase"] as? String == "Boot")
            #expect(deviation["scene"] as? Int == 1)
            #expect((deviation["did"] as? [String: String])?["kind"] == "call")
        }

        @Test func 読めないファイルはそう告げて読めたところまでを判定する() async throws {
            try calearning.directory.write(recorded + recorded.prefix(recorded.count / 2), to: "cut.jsonl")

            let cut = try await calearning("audit", calearning.path("cut.jsonl"))
            let absent = try await calearning("audit", calearning.path("absent.jsonl"), recording)

            #expect([cut, absent].map(\.status) == [65, 74])
            #expect(
                cut.errors == "\(calearning.path("cut.jsonl")): it is truncated: it ends in the middle of a line.\n")
            #expect(absent.errors.contains("absent.jsonl"))
            #expect([cut, absent].allSatisfy { $0.output.contains("  1  took a known path to its end\n") })
        }
    }

    @Test func 自分の書き出した残りものはすべて引き継げ_変わったシーンがあれば名を挙げて一で終わる() async throws {
        let path = calearning.path("leftovers")
        let scene = Boot.initial.scene.name

        let written = try await calearning("leftovers", path, "--depth", "0")
        let resumed = try await calearning("leftovers", path, "--resume", "--format", "json")
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        let list = try calearning.directory.text(of: "leftovers/leftovers.jsonl")
        try calearning.directory.write(list.replacing("\(scene)\"", with: "前の名\""), to: "leftovers/leftovers.jsonl")
        let changed = try await calearning("leftovers", path, "--resume", "--language", "en")

        #expect([written, resumed, changed].map(\.status) == [0, 0, 1])
        #expect(written.output.isEmpty)
        #expect(resumed.output.contains("\"findings\":[]"))
        #expect(names.contains("1") && names.allSatisfy { $0.hasPrefix("leftovers") || Int($0) != nil }, "\(names)")
        #expect(changed.output.contains("the old version: “前の名”"))
        #expect(changed.output.contains("this version:    “\(scene)”"))
    }
}
