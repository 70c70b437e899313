import CalearningDomain
import CalearningInfrastructure
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

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
