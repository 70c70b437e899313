import Application
import ArgumentParser
import Domain
import Infrastructure
import Usecases
import UsecasesAPIClient
import UsecasesService
import UsecasesStorage
import UsecasesSystem
import UsecasesTerminal

/// The application, and the one place that knows the adapters: it chooses one for each port.
@main
enum CompositionRoot: ServiceApplication {
    typealias OwnOptions = BackendOption

    static let product = Product.own
    static let abstract = Sentence(
        en: "An application whose use cases are code that can be run, watched, tested and explored.",
        ja: "ユースケースそのものがコードになっていて、実行も観察もテストも探索もできるアプリケーション。")
    static let usecases = Catalogue.usecases
    static let promises = Promises.all
    static var keys: [any DeclaredKey] { DeviceMemory.keys.all }
    static let commands: [any ParsableCommand.Type] = [
        ServeCommand<CompositionRoot>.self
    ]
    static let service = ServiceText(
        purpose: Sentence(en: "the service that issues UDIDs", ja: "UDIDを発行するサービス"),
        traits: Sentence(
            en: "`--traits Server` or `--traits PostgreSQL`", ja: "`--traits Server` か `--traits PostgreSQL`"),
        needed: "the database", advice: "Try again with the same Idempotency-Key: nothing is done twice.")
    static let helpGroups = CommandGroups.all

    static func dependencies(for settings: Settings, _ options: OwnOptions) throws -> Dependencies {
        guard settings.authorities == nil || NetworkTransport.trustsFiles else {
            throw ValidationError("--ca-file is not for this system: add the authority to the keychain.")
        }
        // One to a line, so that an application without a backend has none.
        let backends: [String?] = [
            try (options as BackendOption).address(with: settings)
        ]
        let remoteBackend = try backends.compactMap(\.self).first.map {
            try settings.address($0, of: "--backend", isSecret: true)
        }
        let clock = SystemClock()
        let randomSource = SystemRandomSource()
        // The timeout is that of a call with its retries.
        let transport = NetworkTransport(authorities: settings.authorities ?? settings.systemAuthorities)
            .followingRedirects(.sameOrigin)
            .retrying(RetryPolicy(deadline: settings.timeout), clock: clock, randomSource: randomSource)
        func client<Service: ApiService>(
            _ service: Service, over transport: any HttpTransport
        ) -> HttpApiClient<Service> {
            HttpApiClient(
                service, transport: transport, clock: clock, timeout: settings.timeout, userAgent: Product.own.name)
        }
        var dependencies = Dependencies(clock: clock, randomSource: randomSource)
        dependencies.dataStore.adapter = dataStore(for: settings, at: remoteBackend, clock: clock)
        dependencies.journal.adapter = journal(for: settings, at: remoteBackend, clock: clock)
        let backend: any Backend & AccountBackend =
            if let remoteBackend {
                ApiBackend(
                    client: client(Apis(address: remoteBackend), over: transport.tracing()), clock: clock)
            } else {
                embeddedBackend(for: settings, clock: clock, randomSource: randomSource)
            }
        dependencies.backend.adapter = backend
        dependencies.accountBackend.adapter = backend
        // A service is told of the run that asks it.
        if remoteBackend != nil { dependencies.taps.append(TracingTap(randomSource: randomSource)) }
        let token = settings.secret(GitHubApis.tokenSetting)
        dependencies.gitHub.adapter = ApiGitHub(
            client: client(
                GitHubApis(address: try settings.address(GitHubApis.addressSetting, sending: token), token: token),
                over: transport),
            clock: clock, hasToken: token != nil)
        dependencies.statusPage.adapter = ApiStatusPage(
            client: client(
                GitHubStatusApis(address: try settings.address(GitHubStatusApis.addressSetting)), over: transport))
        dependencies.versionedApi.adapter = ApiVersionedApi(
            client: client(
                MovableTypeApis(address: try settings.address(MovableTypeApis.addressSetting)), over: transport))
        takeCourse(in: nil, &dependencies)
        dependencies.applicationMaker.adapter = FileApplicationMaker(source: .current, randomSource: randomSource)
        if let path = settings.record {
            let file = RecordingFile(path)
            dependencies.taps.append(RecordingTap(write: file.write, flush: file.flush))
        }
        return dependencies
    }

    /// The adapters of the course in the folder; `nil` is the usual one.
    static func takeCourse(in directory: String?, _ dependencies: inout Dependencies) {
        dependencies.classroom.adapter = FolderClassroom(
            directory: directory, source: .current, clock: dependencies.clock, randomSource: dependencies.randomSource)
        dependencies.workshop.adapter = SwiftWorkshop(
            directory: directory, source: .current, environment: Environment.process.variables,
            clock: dependencies.clock)
    }

    /// The variable that identifies the user to GitHub.
    static var gitHubToken: String { product.variable(GitHubApis.tokenSetting) }

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
                directory: deviceDirectory(for: settings, at: origin), product: Product.own.name,
                keys: DeviceMemory.keys.all, clock: clock)
        case .memory: InMemoryDataStore()
        case .userDefaults:
            UserDefaultsDataStore(
                suite: ([Product.own.name] + [origin?.folderName].compactMap(\.self)).joined(separator: "."),
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
