import ArgumentParser
public import Usecases
public import UsecasesAPIClient
import UsecasesStorage
import UsecasesSystem

/// The adapters that any application in a terminal has.
extension Settings {
    /// The clock, randomness, the data store for the keys, the journal, and the recording if one is asked for. Touches nothing.
    ///
    /// What is kept for `origin`, the folder name of a server, is kept apart: for another server this is another device.
    public func dependencies(remembering keys: [any DeclaredKey], for origin: String? = nil) -> Dependencies {
        let clock = SystemClock()
        var dependencies = Dependencies(clock: clock, randomSource: SystemRandomSource())
        let directory = origin.map { stateDirectory + "/servers/" + $0 } ?? stateDirectory
        switch store {
        case .file:
            dependencies.dataStore.adapter = FileDataStore(
                directory: directory, product: product.name, keys: keys, clock: clock)
            dependencies.journal.adapter = FileJournal(directory: directory, clock: clock)
        case .userDefaults:
            dependencies.dataStore.adapter = UserDefaultsDataStore(
                suite: ([product.name] + [origin].compactMap(\.self)).joined(separator: "."), lockedIn: stateDirectory,
                clock: clock)
            dependencies.journal.adapter = FileJournal(directory: directory, clock: clock)
        case .memory:
            dependencies.dataStore.adapter = InMemoryDataStore()
            // It leaves nothing to resume.
            dependencies.journal.adapter = InMemoryJournal()
        }
        if let record {
            let file = RecordingFile(record)
            dependencies.taps.append(RecordingTap(write: file.write, flush: file.flush))
        }
        return dependencies
    }

    /// The way to a service: a redirect is followed to the same origin only, and what can pass is tried again.
    ///
    /// Throws a usage error for a file of authorities on a system that does not take them from files.
    public func transport(clock: any Clock, randomSource: any RandomSource) throws -> any HttpTransport {
        guard authorities == nil || NetworkTransport.trustsFiles else {
            throw ValidationError("--ca-file is not for this system: add the authority to the keychain.")
        }
        // The timeout is that of a call with its retries.
        return NetworkTransport(authorities: authorities ?? systemAuthorities)
            .followingRedirects(.sameOrigin)
            .retrying(RetryPolicy(deadline: timeout), clock: clock, randomSource: randomSource)
    }

    /// A client of the service, which tells it the name of this product.
    public func client<Service: ApiService>(
        of service: Service, over transport: any HttpTransport, clock: any Clock
    ) -> HttpApiClient<Service> {
        HttpApiClient(service, transport: transport, clock: clock, timeout: timeout, userAgent: product.name)
    }
}

extension TerminalApplication {
    /// The adapters that its commands have without options, by the environment of this process. Throws a usage error for a
    /// setting that cannot be used.
    public static func usualDependencies() throws -> Dependencies {
        let options = try CommonOptions<Self>.parse([])
        return try dependencies(for: options.settings(), options.own)
    }
}
