import CalearningDomain
import CalearningInfrastructure
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

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
