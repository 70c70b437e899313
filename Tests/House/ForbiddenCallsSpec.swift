import Testing

@testable import CalearningTestSupport

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: isLinux && !hasService, "knows where the modules of the default build are on Linux"))
struct 型が許さない呼び出し {
    @Test func ペイロードのあるGETは書けない() async throws {
        let allowed = try await Compiler.errors(in: "let method = Method.post(.json(1))")
        let forbidden = try await Compiler.errors(in: "let method = Method.get(.json(1))")

        #expect(allowed == [])
        #expect(forbidden.first == "cannot call value of non-function type 'Method'")
    }

    @Test func 別のサービスのクライアントでは呼べない() async throws {
        func call(_ api: String) -> String {
            "func f(_ client: LiveAPIClient<MovableTypeAPIs>) async throws { _ = try await client.call(\(api)) }"
        }

        try await expect(Compiler.errors(in: call("MovableTypeAPIs.GetVersion()")), equals: [])
        try await expect(Compiler.errors(in: call("GitHubAPIs.Zen()")).count, equals: 1)
    }
}
