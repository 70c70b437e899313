import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The laboratory explores the declared outcomes of a port's operations. An outcome that no adapter produces is
/// fiction, and an undeclared outcome is never explored.
@Suite(.timeLimit(.minutes(5))) struct ポートの結果の契約 {
    static let producers = inEveryBuild + withService

    private static let inEveryBuild: [any OutcomeProducer.Type] = [
        AccountBackendOutcomes.self,
        AlarmOutcomes.self,
        BackendOutcomes.self,
        ClockOutcomes.self,
        CredentialHasherOutcomes.self,
        CredentialVaultOutcomes.self,
        DataStoreOutcomes.self,
        DeviceRegistryOutcomes.self,
        DurableRunsOutcomes.self,
        EventsOutcomes.self,
        GitHubOutcomes.self,
        JournalOutcomes.self,
        StatusPageOutcomes.self,
        VersionedAPIOutcomes.self,
    ]

    @Test func アダプタのあるどのポートも試される() throws {
        let declared = Set(try DeclaredPort.all().map(\.name))
        let tried = Set(Self.producers.map { $0.port })

        #expect(declared.subtracting(tried) == Self.incomplete, "Nothing tries the adapters of these ports.")
        #expect(tried.subtracting(declared) == [], "These are no ports with adapters in this build.")
    }

    @Test(arguments: producers.map { $0.port })
    func 宣言された結果はどれかのアダプタの結果で_アダプタの結果はどれも宣言されている(name: String) async throws {
        let producer = try #require(Self.producers.first { $0.port == name })

        try await expect(producer.flaws(), equals: [])
    }
}

#if Server
extension ポートの結果の契約 {
    private static let withService: [any OutcomeProducer.Type] = [
        AccountRegistryOutcomes.self,
        AdministrationOutcomes.self,
        BackupMakerOutcomes.self,
        SchemaMigratorOutcomes.self,
    ]
    private static let incomplete: Set<String> = []
}
#else
extension ポートの結果の契約 {
    private static let withService: [any OutcomeProducer.Type] = []
    /// Ports with outcomes that only adapters of the service have. Only an operator of the service issues recovery codes.
    private static let incomplete: Set<String> = ["AccountRegistry", "Administration"]
}
#endif
