import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Synchronization
import UsecasesAPIClient
import UsecasesEngine
import UsecasesLaboratory
import UsecasesRuns
package import UsecasesService
import UsecasesStorage
import UsecasesSystem
import UsecasesTerminal

/// The application. Only this type knows the adapters, and it chooses one for each port.
@main
enum CompositionRoot: ServiceApplication {
    typealias OwnOptions = BackendOption

    static let product = Product.own
    static let abstract = Sentence(
        en: """
            An application whose use cases are code that can be run, watched, tested and explored. \
            New here? Run `\(Product.own.name) tutorial`.
            """,
        ja: """
            ユースケースそのものがコードになっていて、実行も観察もテストも探索もできるアプリ。\
            はじめての方は`\(Product.own.name) tutorial`をどうぞ。
            """)
    static let usecases = Catalogue.usecases
    static let invariants = Invariants.all + RunWorker.invariants
    static let turns = [RunWorker.turn(of: usecases)]
    static var keys: [any DeclaredKey] { DeviceMemory.keys.all }
    /// The ports that ask services of others.
    static let lookUps: Set = [Port<any GitHub>.name, Port<any StatusPage>.name, Port<any VersionedAPI>.name]
    /// The ports of operators.
    static let operating: Set = [
        Port<any Administration>.name, Port<any BackupMaker>.name, Port<any DurableRuns>.name,
        Port<any SchemaMigrator>.name,
    ]
    static var optionPorts: [String: Set<String>] {
        let backend: Set = [Port<any Backend>.name, Port<any AccountBackend>.name]
        let network = backend.union(lookUps)
        return [
            "--backend": backend, "--timeout": network, "--ca-file": network, "--allow-plain-http": network,
            "--state-dir": operating,
        ]
    }
    static let service = ServiceText(
        purpose: Sentence(en: "the service that issues UDIDs and keeps accounts", ja: "UDIDを発行しアカウントを管理するサービス"),
        needed: "the database", advice: "Try again with the same Idempotency-Key: nothing is done twice.")
    static let helpGroups = CommandGroups.all
    static let examples = CommandExamples.all

    static func dependencies(for settings: Settings, _ options: OwnOptions) throws -> Dependencies {
        let server = try options.address(with: settings).map {
            try settings.address($0, of: "--backend", isSecret: true)
        }
        // Each server is a separate device. The identifiers that one server issued are not sent to another. A run that
        // began at one server does not continue at another.
        var dependencies = settings.dependencies(remembering: DeviceMemory.keys.all, for: server?.folderName)
        let (clock, randomSource) = (dependencies.clock, dependencies.randomSource)
        let transport = try settings.transport(clock: clock, randomSource: randomSource)
        let backend: any Backend & AccountBackend =
            if let server {
                APIBackend(
                    client: settings.client(of: BackendAPIs(address: server), over: transport.tracing(), clock: clock),
                    clock: clock, deviceName: hostName)
            } else {
                embeddedBackend(for: settings, clock: clock, randomSource: randomSource)
            }
        dependencies.backend.adapter = backend
        dependencies.accountBackend.adapter = backend
        // A service receives the identifier of the run that sends the request.
        if server != nil { dependencies.taps.insert(TracingTap(randomSource: randomSource), at: 0) }
        let token = settings.secret(GitHubAPIs.tokenSetting)
        dependencies.gitHub.adapter = APIGitHub(
            client: settings.client(
                of: GitHubAPIs(address: try settings.address(GitHubAPIs.addressSetting, sending: token), token: token),
                over: transport, clock: clock),
            clock: clock, hasToken: token != nil)
        dependencies.statusPage.adapter = APIStatusPage(
            client: settings.client(
                of: GitHubStatusAPIs(address: try settings.address(GitHubStatusAPIs.addressSetting)), over: transport,
                clock: clock))
        dependencies.versionedAPI.adapter = APIVersionedAPI(
            client: settings.client(
                of: MovableTypeAPIs(address: try settings.address(MovableTypeAPIs.addressSetting)), over: transport,
                clock: clock))
        return dependencies
    }

    /// The environment variable with the user's GitHub token.
    static var gitHubToken: String { product.variable(GitHubAPIs.tokenSetting) }

    /// Returns the embedded backend. With a store in memory, it keeps registrations and accounts in memory as well.
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
        server.credentialVault.adapter = SealingVault(key: nil)
        return EmbeddedBackend(server: server, deviceName: hostName)
    }

    /// Returns the name of this machine as the automatic name of the device.
    @Sendable static func hostName() -> DeviceName? { HostName.current.flatMap { DeviceName(automatic: $0) } }
}

extension CompositionRoot {
    /// Returns a device with the embedded server. Both store all data in a folder, as an installed program does.
    static func installation(
        in directory: String, randomSource: any RandomSource, seenBy tap: LeftoverTap
    ) -> Dependencies {
        let clock = StoppedClock()
        return tap.watching(
            Dependencies(clock: clock, randomSource: randomSource) {
                $0.dataStore.adapter = FileDataStore(
                    directory: directory, product: Product.own.name, keys: DeviceMemory.keys.all, clock: clock)
                $0.backend.adapter = embeddedBackend(in: directory, randomSource, seenBy: tap)
                $0.accountBackend.adapter = embeddedBackend(in: directory, randomSource, seenBy: tap)
                $0.journal.adapter = FileJournal(directory: directory, clock: clock)
            })
    }

    private static func embeddedBackend(
        in directory: String, _ randomSource: any RandomSource, seenBy tap: LeftoverTap
    ) -> EmbeddedBackend {
        let clock = StoppedClock()
        let server = Dependencies(clock: clock, randomSource: randomSource) {
            $0.deviceRegistry.adapter = FileDeviceRegistry(directory: directory, clock: clock)
            $0.accountRegistry.adapter = FileAccountRegistry(directory: directory, clock: clock)
            $0.credentialHasher.adapter = PlainHasher()
            $0.credentialVault.adapter = PlainVault()
        }
        return EmbeddedBackend(server: tap.watching(server))
    }
}

extension CompositionRoot {
    /// Returns the adapters of a world. An operator works on a device, with the accounts of the server. A deletion from the
    /// first device has a time of grace, and from the others none.
    static func surroundings(devices: Int) -> Surroundings {
        let clock = WorldClock()
        let registrations = InMemoryDeviceRegistry()
        let accounts = InMemoryAccountRegistry(devices: registrations)
        let runs = InMemoryRunQueue(clock: clock)
        return Surroundings(
            server: Dependencies(clock: clock, randomSource: CountingRandomSource()) {
                $0.deviceRegistry.adapter = registrations
                $0.accountRegistry.adapter = accounts
                $0.administration.adapter = accounts
                $0.durableRuns.adapter = runs
                $0.credentialHasher.adapter = PlainHasher()
                $0.credentialVault.adapter = PlainVault()
                $0.journal.adapter = InMemoryJournal()
            },
            devices: (0..<devices).map { device in
                let store = InMemoryDataStore()
                let journal = InMemoryJournal()
                let grace = device == 0 ? DeletionTerms.usualGrace : .zero
                return { server in
                    Dependencies(clock: clock, randomSource: CountingRandomSource()) {
                        $0.dataStore.adapter = store
                        $0.backend.adapter = EmbeddedBackend(server: server)
                        $0.accountBackend.adapter = EmbeddedBackend(server: server, grace: grace)
                        $0.administration.adapter = server.administration
                        $0.credentialHasher.adapter = PlainHasher()
                        $0.journal.adapter = journal
                    }
                }
            },
            relays: [Port<any Backend>.name, Port<any AccountBackend>.name, Port<any Administration>.name],
            // An operator works on the accounts. No invariant depends on the count of devices.
            sharing: [Port<any Administration>.name: Port<any AccountRegistry>.name], clock: clock,
            times: { await runs.times() + accounts.ends.map(clock.uptime(at:)) })
    }
}

extension CompositionRoot {
    /// The backends that the tutorial swaps. They stay within this process.
    enum DemonstratedBackend {
        case embedded
        /// An unreachable service.
        case unreachable
        /// A service with a prepared answer.
        case stub
        /// A service that rejects every request.
        case refusing
    }

    /// Returns separate dependencies that keep their values as long as they are used. Runs with them are deterministic,
    /// because their clock stands still and their numbers are counted.
    static func world(with backend: DemonstratedBackend = .embedded) -> Dependencies {
        var world = Dependencies.laboratory
        world.dataStore.adapter = InMemoryDataStore()
        switch backend {
        case .embedded:
            world.backend.adapter = EmbeddedBackend(
                server: Dependencies(clock: world.clock, randomSource: world.randomSource) {
                    $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
                })
        case .unreachable: world.backend.adapter = APIBackend.stub(.failure(.disconnected(.notConnected)))
        case .stub: world.backend.adapter = APIBackend.stub(.response(201, #"{"udid":"\#(UDID.example(1))"}"#))
        case .refusing:
            let refusal = #"{"code":"CLOSED","title":"Closed","message":"No UDIDs are issued today."}"#
            world.backend.adapter = APIBackend.stub(.response(503, refusal))
        }
        return world
    }

    /// Returns the recording of all runs with these dependencies, after the work.
    ///
    /// Throws a ``RecordingError`` if the work ran no use case.
    static func recording(in world: Dependencies, of work: (Dependencies) async -> Void) async throws -> Recording {
        let file = RecordedLines()
        var world = world
        world.taps.append(RecordingTap(write: file.append))
        await work(world)
        return try Recording(file.content)
    }
}

/// A recording in memory.
private final class RecordedLines: Sendable {
    private let lines = Mutex(Data())

    var content: Data { lines.withLock { $0 } }

    @Sendable func append(_ data: Data) throws(ErrorWrapper) { lines.withLock { $0.append(data) } }
}

/// The application, for code that runs it from outside.
package let compositionRoot: any ServiceApplication.Type = CompositionRoot.self
