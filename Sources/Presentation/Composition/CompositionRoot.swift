import Application
import ArgumentParser
import Domain
import Infrastructure

/// The one place that knows the adapters: it chooses one for each port.
package enum CompositionRoot {
    /// Made once, when a command begins. Throws as ``check(_:)`` does.
    static func dependencies(for settings: Settings) throws -> Dependencies {
        let addresses = try check(settings)
        let clock = SystemClock()
        let randomSource = SystemRandomSource()
        // The timeout is that of a call with its retries.
        let transport = NetworkTransport(authorities: settings.authorities ?? settings.systemAuthorities)
            .followingRedirects(.sameOrigin)
            .retrying(RetryPolicy(deadline: settings.timeout), clock: clock, randomSource: randomSource)
        func client<Service: ApiService>(_ service: Service) -> HttpApiClient<Service> {
            HttpApiClient(service, transport: transport, clock: clock, timeout: settings.timeout)
        }
        var dependencies = Dependencies(clock: clock, randomSource: randomSource)
        dependencies.dataStore.adapter = dataStore(for: settings, at: addresses.remoteBackend, clock: clock)
        dependencies.journal.adapter = journal(for: settings, at: addresses.remoteBackend, clock: clock)
        let backend: any Backend & AccountBackend =
            if let address = addresses.remoteBackend {
                ApiBackend(
                    client: HttpApiClient(
                        Apis(address: address), transport: transport.tracing(), clock: clock, timeout: settings.timeout),
                    clock: clock)
            } else {
                embeddedBackend(for: settings, clock: clock, randomSource: randomSource)
            }
        dependencies.backend.adapter = backend
        dependencies.accountBackend.adapter = backend
        // A service is told of the run that asks it.
        if addresses.remoteBackend != nil { dependencies.taps.append(TracingTap(randomSource: randomSource)) }
        dependencies.gitHub.adapter = ApiGitHub(
            client: client(GitHubApis(address: addresses.gitHub, token: settings.secrets[.gitHubToken])), clock: clock)
        dependencies.statusPage.adapter = ApiStatusPage(
            client: client(GitHubStatusApis(address: addresses.gitHubStatus)))
        dependencies.versionedApi.adapter = ApiVersionedApi(
            client: client(MovableTypeApis(address: addresses.movableType)))
        dependencies.classroom.adapter = FolderClassroom(
            directory: settings.courseDirectory, source: .current, clock: clock, randomSource: randomSource)
        dependencies.workshop.adapter = SwiftWorkshop(
            directory: settings.courseDirectory, source: .current, environment: Environment.process.variables,
            clock: clock)
        dependencies.applicationMaker.adapter = FileApplicationMaker(source: .current, randomSource: randomSource)
        if let path = settings.record {
            let file = RecordingFile(path)
            dependencies.taps.append(RecordingTap(write: file.write, flush: file.flush))
        }
        return dependencies
    }

    /// Throws a usage error for a setting that no adapter can work with.
    @discardableResult
    static func check(_ settings: Settings) throws -> Addresses {
        guard settings.authorities == nil || NetworkTransport.trustsFiles else {
            throw ValidationError("--ca-file is not for this system: add the authority to the keychain.")
        }
        return try Addresses(settings)
    }

    /// The directory of this device, as the server knows it; `nil` is the one in this process. Another server is another
    /// device: nothing that one has issued is sent to another, and no run that began at one goes on at another.
    private static func deviceDirectory(for settings: Settings, at origin: BaseAddress?) -> String {
        guard let origin else { return settings.stateDirectory }
        return settings.stateDirectory + "/servers/" + origin.folderName
    }

    private static func dataStore(
        for settings: Settings, at origin: BaseAddress?, clock: any Clock
    ) -> any DataStore {
        switch settings.store {
        case .file:
            FileDataStore(
                directory: deviceDirectory(for: settings, at: origin), keys: DeviceMemory.keys.all, clock: clock)
        case .memory: InMemoryDataStore()
        case .userDefaults:
            UserDefaultsDataStore(
                suite: ([Product.name] + [origin?.folderName].compactMap(\.self)).joined(separator: "."),
                lockedIn: settings.stateDirectory, clock: clock)
        }
    }

    /// A store in memory leaves nothing to resume, so that its journal is in memory as well.
    private static func journal(for settings: Settings, at origin: BaseAddress?, clock: any Clock) -> any Journal {
        switch settings.store {
        case .file, .userDefaults: FileJournal(directory: deviceDirectory(for: settings, at: origin), clock: clock)
        case .memory: InMemoryJournal()
        }
    }

    /// A store in memory keeps its registrations and its accounts in memory as well.
    private static func embeddedBackend(
        for settings: Settings, clock: any Clock, randomSource: any RandomSource
    ) -> EmbeddedBackend {
        var server = Dependencies(clock: clock, randomSource: randomSource)
        switch settings.store {
        case .file, .userDefaults:
            server.deviceRegistry.adapter = FileDeviceRegistry(directory: settings.stateDirectory, clock: clock)
            server.accountRegistry.adapter = FileAccountRegistry(directory: settings.stateDirectory, clock: clock)
        case .memory:
            server.deviceRegistry.adapter = InMemoryDeviceRegistry()
            server.accountRegistry.adapter = InMemoryAccountRegistry()
        }
        server.credentialHasher.adapter = ScryptHasher(randomSource: randomSource, threads: 1)
        return EmbeddedBackend(server: server)
    }
}
