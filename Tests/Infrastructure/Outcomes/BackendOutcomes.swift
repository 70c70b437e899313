import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

enum BackendOutcomes: OutcomeProducer {
    static let port = Port<any Backend>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        for fault in [nil] + DocumentFault.allCases {
            let directory = TemporaryDirectory()
            try fault?.befall(directory.path + "/registry.json")
            let registry = FileDeviceRegistry(directory: directory.path, clock: ImmediateClock())
            let server = Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource()) {
                $0.deviceRegistry.adapter = registry
            }
            _ = try? await outcomes.port(\.backend, EmbeddedBackend(server: server)).publishUDID(for: .example)
        }
        let service = { BackendAPIs(address: $0) }
        let ask = { (client: LiveAPIClient<BackendAPIs>) in
            let backend = APIBackend(client: client, clock: ManualClock())
            _ = try? await outcomes.port(\.backend, backend).publishUDID(for: .example)
        }
        try await LoopbackServer.answering(201, #"{"udid":"\#(UDID.example(1))"}"#).withClient(of: service, ask)
        try await ServiceFault.each(of: service, ask)
    }
}
