import CalearningApplication
import CalearningPresentation
import Foundation
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesSystem
import UsecasesTerminal

@testable import CalearningTestSupport

private let scenario = ScenarioName(scenes: ["始め", "終わり"], failure: nil)

private func line(_ spec: String = "仕様", passed: Bool = true, usecase: String = "Boot") -> ScenarioCoverage.Line {
    .init(spec: spec, passed: passed, usecase: usecase, scenes: ["始め", "終わり"])
}

@Suite struct シナリオのカバレッジ {
    @Suite struct シナリオの状態 {
        @Test func 通した仕様がすべて成功した場合_カバーされている() {
            let coverage = ScenarioCoverage([line("い"), line("あ"), line("あ")])

            #expect(coverage.state(of: scenario, in: "Boot") == .passed)
            #expect(coverage.specs(of: scenario, in: "Boot").map(\.name) == ["あ", "い"])
        }

        @Test(arguments: [[false, true], [true, false], [false]])
        func 通した仕様が一つでも失敗した場合_失敗している(outcomes: [Bool]) {
            let coverage = ScenarioCoverage(outcomes.map { line(passed: $0) } + [line("ほか")])

            #expect(coverage.state(of: scenario, in: "Boot") == .failed)
            #expect(
                coverage.specs(of: scenario, in: "Boot")
                    == [.init(name: "ほか", passed: true), .init(name: "仕様", passed: false)])
        }

        @Test func 通した仕様がない場合_カバーされていない() {
            let failing = ScenarioName(scenes: scenario.scenes, failure: "中断")
            let coverage = ScenarioCoverage([line(), line(usecase: "Reset")])

            #expect(coverage.state(of: failing, in: "Boot") == .uncovered)
            #expect(coverage.state(of: scenario, in: "ReadZen") == .uncovered)
        }
    }

    @Suite struct ファイル {
        @Test func 一行に一つのJSONを読む() throws {
            let text = """
                {"spec":"仕様","passed":true,"usecase":"Boot","scenes":["始め","終わり"],"failure":null}\r

                {"spec":"ほか","passed":false,"usecase":"Boot","scenes":["始め"],"failure":"中断","more":1}
                """

            let coverage = try CoverageFile.coverage(in: Data(text.utf8), from: "f")

            #expect(coverage.state(of: scenario, in: "Boot") == .passed)
            #expect(coverage.state(of: ScenarioName(scenes: ["始め"], failure: "中断"), in: "Boot") == .failed)
        }

        @Test(arguments: ["中断", "interrupted"]) func エラーはどちらの名前でも読む(name: String) throws {
            let text = #"{"spec":"仕様","passed":true,"usecase":"Boot","scenes":["始め"],"failure":"\#(name)"}"#

            let coverage = try CoverageFile.coverage(in: Data(text.utf8), from: "f")

            #expect(coverage.state(of: ScenarioName(scenes: ["始め"], failure: "中断"), in: "Boot") == .passed)
        }

        @Test(arguments: [0, 1]) func 長すぎる行は読まない(excess: Int) {
            let line = #"{"spec":"s","passed":true,"usecase":"Boot","scenes":[]}"#
            let padded = line + String(repeating: " ", count: (1 << 20) + excess - line.utf8.count)

            #expect(((try? CoverageFile.coverage(in: Data(padded.utf8), from: "f")) == nil) == (excess == 1))
        }

        @Test(arguments: [
            (#"{"spec":"#, "it is not JSON"),
            ("[]", "it is not an object"),
            (#"{"spec":"s","usecase":"Boot","scenes":[]}"#, "'passed' is missing"),
            (#"{"spec":"s","passed":1,"usecase":"Boot","scenes":[]}"#, "'passed' is not of type Bool"),
            (#"{"spec":null,"passed":true,"usecase":"Boot","scenes":[]}"#, "'spec' is null"),
        ])
        func 壊れた行は番号と理由を言う(line: String, reason: String) throws {
            let text = "\n" + line + "\n"

            let error = #expect(throws: ErrorWrapper.self) {
                try CoverageFile.coverage(in: Data(text.utf8), from: "dir/f")
            }

            let report = ErrorReport(try #require(error))
            #expect(report.message.text(in: .en).contains("dir/f"))
            #expect(report.causedBy.first?.hasPrefix("line 2 is damaged: ") == true)
            #expect(report.causedBy.first?.contains(reason) == true)
            #expect(report.exitStatus == .badData)
        }
    }
}
