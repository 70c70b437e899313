import Domain
import Infrastructure

extension UDID {
    static func fixture(_ number: UInt64 = 1) -> UDID {
        UDID(UUIDv7(at: Timestamp(milliseconds: 1_763_640_000_000), random: (number, number)))
    }
}

extension Dependencies {
    static func fixture(
        clock: any Clock = ImmediateClock(),
        randomSource: any RandomSource = SeededRandomSource(),
        dataStore: any DataStore = InMemoryDataStore(),
        backend: any Backend = StubBackend(),
        deviceRegistry: any DeviceRegistry = InMemoryDeviceRegistry(),
        accountBackend: any AccountBackend = StubAccountBackend(),
        accountRegistry: any AccountRegistry = InMemoryAccountRegistry(),
        credentialHasher: any CredentialHasher = StubCredentialHasher(),
        gitHub: any GitHub = StubGitHub(),
        statusPage: any StatusPage = StubStatusPage(answer: .success(.fixture())),
        versionedApi: any VersionedApi = StubVersionedApi(answer: .success(.fixture())),
        backupMaker: any BackupMaker = StubBackupMaker(),
        applicationMaker: any ApplicationMaker = StubApplicationMaker(),
        classroom: any Classroom = StubClassroom(),
        workshop: any Workshop = StubWorkshop(),
        journal: any Journal = InMemoryJournal()
    ) -> Dependencies {
        var dependencies = Dependencies(
            clock: clock,
            randomSource: randomSource,
            dataStore: dataStore,
            backend: backend,
            deviceRegistry: deviceRegistry,
            accountBackend: accountBackend,
            accountRegistry: accountRegistry,
            credentialHasher: credentialHasher,
            gitHub: gitHub,
            statusPage: statusPage,
            versionedApi: versionedApi,
            backupMaker: backupMaker,
            applicationMaker: applicationMaker,
            classroom: classroom,
            workshop: workshop,
            journal: journal)
        dependencies.taps = Coverage.current.map { [CoverageTap(coverage: $0)] } ?? []
        return dependencies
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
        Version(endpointVersion: EndpointVersion(rawValue: endpoint), apiVersion: ApiVersion(rawValue: api))
    }
}
