import CalearningDomain
import CalearningInfrastructure
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum GitHubOutcomes: OutcomeProducer {
    static let port = Port<any GitHub>.name

    private static let answers: [(status: Int, body: String, headers: [String: String])] = [
        (200, "Keep it logically awesome.", [:]),
        (200, #"{"id":583231,"login":"octocat"}"#, [:]),
        (404, #"{"message":"Not Found"}"#, [:]),
        (403, #"{"message":"Rate limit"}"#, ["X-RateLimit-Remaining": "0"]),
        (429, #"{"message":"Rate limit"}"#, ["Retry-After": "60"]),
    ]

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let service = { GitHubAPIs(address: $0) }
        let ask = { (client: LiveAPIClient<GitHubAPIs>) in
            let gitHub = outcomes.port(\.gitHub, APIGitHub(client: client, clock: ManualClock(), hasToken: false))
            _ = try? await gitHub.zen()
            _ = try? await gitHub.user(.example)
        }
        for (status, body, headers) in answers {
            try await LoopbackServer.answering(status, body, headers: headers).withClient(of: service, ask)
        }
        try await ServiceFault.each(of: service, ask)
    }
}

enum StatusPageOutcomes: OutcomeProducer {
    static let port = Port<any StatusPage>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let service = { GitHubStatusAPIs(address: $0) }
        let ask = { (client: LiveAPIClient<GitHubStatusAPIs>) in
            _ = try? await outcomes.port(\.statusPage, APIStatusPage(client: client)).status()
        }
        for indicator in ["none", "minor"] {
            try await LoopbackServer.answering(200, #"{"status":{"indicator":"\#(indicator)","description":"…"}}"#)
                .withClient(of: service, ask)
        }
        try await ServiceFault.each(of: service, ask)
    }
}

enum VersionedAPIOutcomes: OutcomeProducer {
    static let port = Port<any VersionedAPI>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        let service = { MovableTypeAPIs(address: $0) }
        let ask = { (client: LiveAPIClient<MovableTypeAPIs>) in
            _ = try? await outcomes.port(\.versionedAPI, APIVersionedAPI(client: client)).version()
        }
        for version in 4...5 {
            try await LoopbackServer.answering(200, #"{"endpointVersion":"v4","apiVersion":\#(version)}"#)
                .withClient(of: service, ask)
        }
        try await ServiceFault.each(of: service, ask)
    }
}
