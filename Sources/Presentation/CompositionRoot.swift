import ArgumentParser
import Domain
import Infrastructure

/// The one place that knows the adapters: it chooses one for each port.
enum CompositionRoot {
    /// Throws a usage error for a setting that no adapter can work with.
    static func dependencies(for settings: Settings) throws -> Dependencies {
        let clock = SystemClock()
        let randomSource = SystemRandomSource()
        var dependencies = Dependencies(clock: clock, randomSource: randomSource)
        dependencies.dataStore = dataStore(for: settings, clock: clock)
        dependencies.backend = try backend(for: settings, clock: clock, randomSource: randomSource)
        return dependencies
    }

    private static func dataStore(for settings: Settings, clock: any Clock) -> any DataStore {
        switch settings.store {
        case .file: FileDataStore(directory: settings.stateDirectory, clock: clock)
        case .memory: InMemoryDataStore()
        case .userDefaults: UserDefaultsDataStore(suite: "calearning")
        }
    }

    private static func backend(
        for settings: Settings, clock: any Clock, randomSource: any RandomSource
    ) throws -> any Backend {
        switch settings.backend {
        case .embedded:
            EmbeddedBackend(
                registry: registry(for: settings, clock: clock),
                issuer: UdidIssuer(clock: clock, randomSource: randomSource))
        case .http(let text):
            ApiBackend(
                client: HttpApiClient(
                    address: try address(text),
                    transport: URLSessionTransport(),
                    clock: clock,
                    timeout: settings.timeout))
        }
    }

    private static func address(_ text: String) throws -> BaseAddress {
        do {
            return try BaseAddress(text)
        } catch {
            throw ValidationError("The backend '\(text)' is no address of a service: \(error).")
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
