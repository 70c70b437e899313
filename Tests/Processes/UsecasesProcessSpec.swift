import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import Usecases

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct プロセスとしてのusecases {
    private func usecases(_ arguments: String...) async throws -> ProgramProcess.Result {
        try await ProgramProcess(["usecases"] + arguments).run()
    }

    @Test func すべてのユースケースを並べる() async throws {
        let result = try await usecases()

        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("Boot Start the application user, application 5 19"))
        #expect(lines.count == Catalogue.usecases.count + 1)
        #expect(result.errors == "")
    }

    @Test func 一つのユースケースは木で示す() async throws {
        let result = try await usecases("CompleteTutorial")

        #expect(
            result.output == """
                Complete the tutorial (CompleteTutorial), run by the user
                2 scenes, 4 scenarios, 4 ways

                The application records that the tutorial was completed
                DataStore.save(hasCompletedTutorial: true)
                ├─ saved → ◎ The application shows the login screen
                └─ unreadable | damaged | unwritable → ✗

                """)
    }

    @Test func 求められれば最長でどれだけ待つかも示す() async throws {
        let same = try await usecases("CompleteTutorial", "--times", "--language", "ja")
        let different = try await usecases("Boot", "--times")

        #expect(
            same.output.hasSuffix("\n\n今の設定での各シナリオの待ち時間: 最長30 s: DataStore.save(hasCompletedTutorial: true) 30 s\n"))
        #expect(
            different.output.contains(
                "\n\nAs it is configured, it waits for at most 150 s: Journal.begin(run, at: scene) 60 s, "))
        #expect(
            different.output.hasSuffix(
                "\n\nfor at most 60 s: Journal.begin(run, at: scene) 60 s\n"
                    + different.output.split(separator: "\n").suffix(6).joined(separator: "\n") + "\n"))
        try await expect(usecases("--times").status, equals: 64)
        try await expect(usecases("Boot", "--times", "--format", "mermaid").status, equals: 64)
    }

    @Test func JSONにはすべてのシナリオと道筋がある() async throws {
        let json = try JSONObject(try await usecases("Boot", "--format", "json").output)

        #expect(json["usecase"] == "Boot")
        #expect((json.members["scenarios"] as? [Any])?.count == 19)
        #expect((json.members["ways"] as? [Any])?.count == 57)
        #expect((json.members["longest"] as? [String: Any])?["seconds"] as? Double == 150)
        #expect((json.members["findings"] as? [Any])?.isEmpty == true)
    }

    @Test func 図はグラフの言語で書かれる() async throws {
        let mermaid = try await usecases("ReadZen", "--format", "mermaid").output
        let dot = try await usecases("ReadZen", "--format", "dot").output

        #expect(mermaid.hasPrefix("flowchart TD\n    s1[\"The application asks GitHub for a line of its zen\"]\n"))
        #expect(mermaid.contains("    s1 -->|\"GitHub: answered\"| s2\n"))
        #expect(
            dot.hasPrefix(
                "digraph ReadZen {\n    s1 [label=\"The application asks GitHub for a line of its zen\", shape=box];\n"
            ))
        #expect(dot.hasSuffix("}\n"))
    }

    @Test(arguments: [
        (["Fly"], "No such use case: 'Fly'. The use cases are: Boot, "),
        (["--format", "dot"], "A diagram is of one use case"),
        (["--format", "pdf"], "mermaid"),
    ])
    func 誤った使い方は六十四で終わる(arguments: [String], message: String) async throws {
        let result = try await ProgramProcess(["usecases"] + arguments).run()

        #expect(result.status == 64)
        #expect(result.errors.contains(message))
    }
}
