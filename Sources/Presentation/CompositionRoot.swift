import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
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
    static let service = ServiceText(
        purpose: Sentence(en: "the service that issues UDIDs", ja: "UDIDを発行するサービス"),
        traits: Sentence(
            en: "`--traits Server` or `--traits PostgreSQL`", ja: "`--traits Server` か `--traits PostgreSQL`"),
        needed: "the database", advice: "Try again with the same Idempotency-Key: nothing is done twice.")
    static let helpGroups = CommandGroups.all

    static func dependencies(for settings: Settings, _ options: OwnOptions) throws -> Dependencies {
        let server = try options.address(with: settings).map {
            try settings.address($0, of: "--backend", isSecret: true)
        }
        // Another server is another device: nothing that one has issued is sent to another, and no run that began at one goes
        // on at another.
        var dependencies = settings.dependencies(remembering: DeviceMemory.keys.all, for: server?.folderName)
        let (clock, randomSource) = (dependencies.clock, dependencies.randomSource)
        let transport = try settings.transport(clock: clock, randomSource: randomSource)
        let backend: any Backend & AccountBackend =
            if let server {
                ApiBackend(
                    client: settings.client(of: Apis(address: server), over: transport.tracing(), clock: clock),
                    clock: clock)
            } else {
                embeddedBackend(for: settings, clock: clock, randomSource: randomSource)
            }
        dependencies.backend.adapter = backend
        dependencies.accountBackend.adapter = backend
        // A service is told of the run that asks it.
        if server != nil { dependencies.taps.insert(TracingTap(randomSource: randomSource), at: 0) }
        let token = settings.secret(GitHubApis.tokenSetting)
        dependencies.gitHub.adapter = ApiGitHub(
            client: settings.client(
                of: GitHubApis(address: try settings.address(GitHubApis.addressSetting, sending: token), token: token),
                over: transport, clock: clock),
            clock: clock, hasToken: token != nil)
        dependencies.statusPage.adapter = ApiStatusPage(
            client: settings.client(
                of: GitHubStatusApis(address: try settings.address(GitHubStatusApis.addressSetting)), over: transport,
                clock: clock))
        dependencies.versionedApi.adapter = ApiVersionedApi(
            client: settings.client(
                of: MovableTypeApis(address: try settings.address(MovableTypeApis.addressSetting)), over: transport,
                clock: clock))
        takeCourse(in: nil, &dependencies)
        dependencies.applicationMaker.adapter = FileApplicationMaker(source: .current, randomSource: randomSource)
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
