/// One adapter for each port, passed as a value: an adapter is swapped by changing a property of a copy.
///
/// The clock and the source of randomness are required. Every other port that is not provided fails with `未設定` and its
/// name when it is used.
package struct Dependencies: Sendable {
    package var clock: any Clock
    package var randomSource: any RandomSource
    package var dataStore: any DataStore
    package var backend: any Backend
    package var deviceRegistry: any DeviceRegistry
    package var accountBackend: any AccountBackend
    package var accountRegistry: any AccountRegistry
    package var credentialHasher: any CredentialHasher
    package var gitHub: any GitHub
    package var statusPage: any StatusPage
    package var versionedApi: any VersionedApi
    package var backupMaker: any BackupMaker
    package var applicationMaker: any ApplicationMaker
    package var classroom: any Classroom
    package var workshop: any Workshop
    package var journal: any Journal
    /// The taps between use cases and all other ports, the one nearest to the ports first. They are told of all
    /// runs.
    package var taps: [any Tap] = []

    package init(
        clock: any Clock,
        randomSource: any RandomSource,
        dataStore: (any DataStore)? = nil,
        backend: (any Backend)? = nil,
        deviceRegistry: (any DeviceRegistry)? = nil,
        accountBackend: (any AccountBackend)? = nil,
        accountRegistry: (any AccountRegistry)? = nil,
        credentialHasher: (any CredentialHasher)? = nil,
        gitHub: (any GitHub)? = nil,
        statusPage: (any StatusPage)? = nil,
        versionedApi: (any VersionedApi)? = nil,
        backupMaker: (any BackupMaker)? = nil,
        applicationMaker: (any ApplicationMaker)? = nil,
        classroom: (any Classroom)? = nil,
        workshop: (any Workshop)? = nil,
        journal: (any Journal)? = nil
    ) {
        self.clock = clock
        self.randomSource = randomSource
        self.dataStore = dataStore ?? UnprovidedDataStore()
        self.backend = backend ?? UnprovidedBackend()
        self.deviceRegistry = deviceRegistry ?? UnprovidedDeviceRegistry()
        self.accountBackend = accountBackend ?? UnprovidedAccountBackend()
        self.accountRegistry = accountRegistry ?? UnprovidedAccountRegistry()
        self.credentialHasher = credentialHasher ?? UnprovidedCredentialHasher()
        self.gitHub = gitHub ?? UnprovidedGitHub()
        self.statusPage = statusPage ?? UnprovidedStatusPage()
        self.versionedApi = versionedApi ?? UnprovidedVersionedApi()
        self.backupMaker = backupMaker ?? UnprovidedBackupMaker()
        self.applicationMaker = applicationMaker ?? UnprovidedApplicationMaker()
        self.classroom = classroom ?? UnprovidedClassroom()
        self.workshop = workshop ?? UnprovidedWorkshop()
        self.journal = journal ?? UnprovidedJournal()
    }
}
