/// One adapter for each port, passed in as a value: swapping an adapter is changing a property of a copy.
///
/// A clock and a source of randomness cannot be left out. Every other port that nobody provides fails, when it is
/// used, with `未設定` and its name.
package struct Dependencies: Sendable {
    package var clock: any Clock
    package var randomSource: any RandomSource
    package var dataStore: any DataStore
    package var backend: any Backend
    package var deviceRegistry: any DeviceRegistry
    package var gitHub: any GitHub
    package var statusPage: any StatusPage
    package var versionedApi: any VersionedApi
    package var journal: any Journal
    /// What stands between use cases and all other ports, the first one next to them. It is told of all runs.
    package var taps: [any Tap] = []

    package init(
        clock: any Clock,
        randomSource: any RandomSource,
        dataStore: (any DataStore)? = nil,
        backend: (any Backend)? = nil,
        deviceRegistry: (any DeviceRegistry)? = nil,
        gitHub: (any GitHub)? = nil,
        statusPage: (any StatusPage)? = nil,
        versionedApi: (any VersionedApi)? = nil,
        journal: (any Journal)? = nil
    ) {
        self.clock = clock
        self.randomSource = randomSource
        self.dataStore = dataStore ?? UnprovidedDataStore()
        self.backend = backend ?? UnprovidedBackend()
        self.deviceRegistry = deviceRegistry ?? UnprovidedDeviceRegistry()
        self.gitHub = gitHub ?? UnprovidedGitHub()
        self.statusPage = statusPage ?? UnprovidedStatusPage()
        self.versionedApi = versionedApi ?? UnprovidedVersionedApi()
        self.journal = journal ?? UnprovidedJournal()
    }
}
