import ArgumentParser
import Domain
import Infrastructure

/// The one place that knows the adapters: it chooses one for each port.
package enum CompositionRoot {
    /// Throws a usage error for a setting that no adapter can work with.
    static func dependencies(for settings: Settings) throws -> Dependencies {
        let clock = SystemClock()
        let randomSource = SystemRandomSource()
        var dependencies = Dependencies(clock: clock, randomSource: randomSource)
        dependencies.dataStore = dataStore(for: settings, clock: clock)
        dependencies.journal = journal(for: settings, clock: clock)
        let transport = try transport(for: settings, clock: clock, randomSource: randomSource)
        dependencies.backend = try backend(
            for: settings, transport: transport, clock: clock, randomSource: randomSource)
        let services = settings.services
        dependencies.gitHub = ApiGitHub(
            client: HttpApiClient(
                GitHubApis(
                    address: try address(services.gitHub, of: CommonSetting.gitHubURL.variable),
                    token: services.gitHubToken),
                transport: transport, clock: clock, timeout: settings.timeout),
            clock: clock)
        dependencies.statusPage = ApiStatusPage(
            client: HttpApiClient(
                GitHubStatusApis(
                    address: try address(services.gitHubStatus, of: CommonSetting.gitHubStatusURL.variable)),
                transport: transport, clock: clock, timeout: settings.timeout))
        dependencies.versionedApi = ApiVersionedApi(
            client: HttpApiClient(
                MovableTypeApis(address: try address(services.movableType, of: CommonSetting.movableTypeURL.variable)),
                transport: transport, clock: clock, timeout: settings.timeout))
        if case .http = settings.backend { dependencies.taps.append(TracingTap(randomSource: randomSource)) }
        if let path = settings.record { dependencies.taps.append(RecordingTap(write: RecordingFile(path).write)) }
        return dependencies
    }

    /// The timeout is for a call with its retries.
    private static func transport(
        for settings: Settings, clock: any Clock, randomSource: any RandomSource
    ) throws -> any HttpTransport {
        guard settings.authorities == nil || NetworkTransport.trustsFiles else {
            throw ValidationError("--ca-file is not for this system: add the authority to the keychain.")
        }
        return NetworkTransport(authorities: settings.authorities ?? settings.systemAuthorities)
            .followingRedirects(.sameOrigin)
            .retrying(RetryPolicy(deadline: settings.timeout), clock: clock, randomSource: randomSource)
    }

    /// `name` is the option or the variable that says where the service is.
    private static func address(_ text: String, of name: String) throws -> BaseAddress {
        do {
            return try BaseAddress(text)
        } catch {
            throw ValidationError(.unusableAddress(BaseAddress.redacted(text), of: name, AddressFlaw(error)))
        }
    }

    private static func dataStore(for settings: Settings, clock: any Clock) -> any DataStore {
        switch settings.store {
        case .file: FileDataStore(directory: settings.stateDirectory, keys: DeviceMemory.keys.all, clock: clock)
        case .memory: InMemoryDataStore()
        case .userDefaults:
            UserDefaultsDataStore(suite: Product.name, lockedIn: settings.stateDirectory, clock: clock)
        }
    }

    /// Whoever keeps nothing on disk has nothing to go on from either.
    private static func journal(for settings: Settings, clock: any Clock) -> any Journal {
        switch settings.store {
        case .file, .userDefaults: FileJournal(directory: settings.stateDirectory, clock: clock)
        case .memory: InMemoryJournal()
        }
    }

    private static func backend(
        for settings: Settings, transport: any HttpTransport, clock: any Clock, randomSource: any RandomSource
    ) throws -> any Backend {
        switch settings.backend {
        case .embedded:
            EmbeddedBackend(
                registry: registry(for: settings, clock: clock),
                issuer: UdidIssuer(clock: clock, randomSource: randomSource))
        case .http(let text):
            ApiBackend(
                client: HttpApiClient(
                    Apis(address: try address(text, of: CommonSetting.backend.option)),
                    transport: transport.tracing(), clock: clock, timeout: settings.timeout))
        }
    }

    /// Whoever keeps nothing on disk keeps no registrations there either.
    private static func registry(for settings: Settings, clock: any Clock) -> any DeviceRegistry {
        switch settings.store {
        case .file, .userDefaults: FileDeviceRegistry(directory: settings.stateDirectory, clock: clock)
        case .memory: InMemoryDeviceRegistry()
        }
    }
}

extension AddressFlaw {
    fileprivate init(_ flaw: BaseAddress.Flaw) {
        self =
            switch flaw {
            case .unreadable: .unreadable
            case .scheme: .scheme
            case .host: .host
            case .port: .port
            case .userinfo: .userinfo
            case .queryOrFragment: .queryOrFragment
            }
    }
}
