import CalearningDomain
import CalearningInfrastructure
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

extension UDID {
    /// Returns a UDID. It differs from the identifier of the session or the account with this number.
    static func fixture(_ number: UInt64 = 1) -> UDID {
        UDID(UUIDv7(at: .example, random: (number, number + 1)))
    }
}

extension InstallationKey {
    init(fixture text: String) {
        guard let key = InstallationKey(text) else { preconditionFailure("no installation key: \(text)") }
        self = key
    }
}

extension Dependencies {
    /// Returns dependencies with these adapters. `provide` replaces adapters, and adds adapters of ports that only one
    /// spec needs.
    static func fixture(
        clock: any Clock = ImmediateClock(),
        randomSource: any RandomSource = SeededRandomSource(),
        dataStore: any DataStore = InMemoryDataStore(),
        backend: any Backend = StubBackend(),
        deviceRegistry: any DeviceRegistry = InMemoryDeviceRegistry(),
        accountBackend: any AccountBackend = StubAccountBackend(),
        accountRegistry: any AccountRegistry = InMemoryAccountRegistry(),
        credentialHasher: any CredentialHasher = StubCredentialHasher(),
        journal: any Journal = InMemoryJournal(),
        provide: (inout Dependencies) -> Void = { _ in }
    ) -> Dependencies {
        .testing(clock: clock, randomSource: randomSource, dataStore: dataStore, journal: journal) {
            $0.backend.adapter = backend
            $0.deviceRegistry.adapter = deviceRegistry
            $0.accountBackend.adapter = accountBackend
            $0.accountRegistry.adapter = accountRegistry
            $0.credentialHasher.adapter = credentialHasher
            $0.credentialVault.adapter = PlainVault()
            $0.gitHub.adapter = StubGitHub()
            $0.statusPage.adapter = StubStatusPage(answer: .fixture())
            $0.versionedAPI.adapter = StubVersionedAPI(answer: .fixture())
            $0.backupMaker.adapter = StubBackupMaker()
            $0.schemaMigrator.adapter = StubSchemaMigrator()
            provide(&$0)
        }
    }
}

extension GitHubUser {
    static func fixture(id: Int = 583_231, login: String = "octocat", name: String? = "The Octocat") -> GitHubUser {
        GitHubUser(id: id, login: login, name: name)
    }
}

extension ServiceStatus {
    static func fixture(
        indicator: String = "none", description: String = "All Systems Operational"
    ) -> ServiceStatus {
        ServiceStatus(indicator: indicator, description: description)
    }
}

extension Version {
    static func fixture(endpoint: String = "v4", api: Int = 4) -> Version {
        Version(endpointVersion: EndpointVersion(rawValue: endpoint), apiVersion: APIVersion(rawValue: api))
    }
}
