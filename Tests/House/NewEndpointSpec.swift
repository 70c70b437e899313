import CalearningInfrastructure
import HTTPTypes
import Testing
import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

// A new service with one endpoint, in twelve lines.
private struct Weather: APIService {
    let address: BaseAddress
}
private struct Forecast: API {
    typealias Service = Weather
    struct Entity: Codable, Sendable, Equatable {
        let celsius: Double
    }
    let city: String
    var path: Path { "/forecast/\(city)" }
    var query: Query { ["days": 3] }
}

@Suite(.timeLimit(.minutes(5))) struct 新しいエンドポイント {
    @Test(arguments: CallStyle.allCases)
    func どの呼び方でも同じ値が得られる(style: CallStyle) async throws {
        let server = try LoopbackServer.answering(200, #"{"celsius":21.5}"#)
        defer { server.stop() }
        let client = LiveAPIClient(
            Weather(address: try BaseAddress(server.address)), transport: NetworkTransport(), clock: ManualClock())

        let entity = try await style.call(Forecast(city: "東京 都"), on: client)

        #expect(entity == Forecast.Entity(celsius: 21.5))
        #expect(server.requests.map(\.path) == ["/forecast/%E6%9D%B1%E4%BA%AC%20%E9%83%BD?days=3"])
    }

    @Test(.enabled(if: isLinux && !hasService, "knows where the modules of the default build are on Linux"))
    func ペイロードのあるGETは書けない() async throws {
        let allowed = try await Compiler.errors(in: "let method = Method.post(.text(\"x\"))")
        let forbidden = try await Compiler.errors(in: "let method = Method.get(.text(\"x\"))")

        #expect(allowed == [])
        #expect(forbidden.first == "cannot call value of non-function type 'Method'")
    }

    @Test(.enabled(if: isLinux && !hasService, "knows where the modules of the default build are on Linux"))
    func 別のサービスのクライアントでは呼べない() async throws {
        func call(_ api: String) -> String {
            "func f(_ client: LiveAPIClient<MovableTypeAPIs>) async throws { _ = try await client.call(\(api)) }"
        }

        try await expect(Compiler.errors(in: call("MovableTypeAPIs.GetVersion()")), equals: [])
        try await expect(Compiler.errors(in: call("GitHubAPIs.Zen()")).count, equals: 1)
    }
}
