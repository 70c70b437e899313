#if !Server
import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct サービスのないビルド {
    @Test(arguments: ["serve", "operate"], ["--help", "-h"])
    func 使い方を尋ねられたら答える(command: String, option: String) async throws {
        let result = try await ProgramProcess([command, option]).run()

        #expect(result.status == 0)
        #expect(result.output.contains("has no service"))
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [
        ["serve"], ["serve", "--port", "8000"], ["serve", "--database", "sqlite:x", "--rate-limit", "off"],
        ["operate"], ["operate", "backup", "x"],
    ])
    func どう組み込むかを一行で伝える(arguments: [String]) async throws {
        let result = try await ProgramProcess(arguments).run()

        #expect(result.status == 64)
        #expect(
            result.errors == "calearning: This build has no service: build it with `--traits Server`.\n")
        #expect(result.output.isEmpty)
    }
}
#endif
