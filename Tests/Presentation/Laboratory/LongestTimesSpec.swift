import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport

/// An adapter of a port with its own time limit.
private struct SlowStore: DataStore, TimeBounded {
    let location = "slow"
    let times: [OperationName: Duration]

    func longest(_ operation: OperationName) -> Duration? { times[operation] }

    func get<Value>(_ key: Key<Value>) throws(ErrorWrapper) -> Value? { throw .interrupted }
    func get<Value>(_ key: Key<Value>, orSave value: Value) throws(ErrorWrapper) -> Value { throw .interrupted }
    func change<Value, Answer: Codable & Sendable>(
        _ key: Key<Value>, _ change: @Sendable (inout Value?) -> Answer
    ) throws(ErrorWrapper) -> Answer { throw .interrupted }
    func save(_ keyValue: KeyValue) throws(ErrorWrapper) { throw .interrupted }
    func save(_ keyValue: KeyValue, deleting key: any DeclaredKey) throws(ErrorWrapper) { throw .interrupted }
    func delete(_ key: any DeclaredKey) throws(ErrorWrapper) { throw .interrupted }
    func delete(_ keyValue: KeyValue) throws(ErrorWrapper) { throw .interrupted }
}

@Suite struct 待つ時間の限り {
    private static func times<U: Usecase>(
        of usecase: U.Type, with dependencies: Dependencies
    ) async -> LongestTimes {
        await LongestTimes(await Explorations.of(usecase), with: dependencies)
    }

    private static func configured(_ variables: [String: String] = [:]) throws -> Dependencies {
        try CompositionRoot.configuredDependencies(by: ["HOME": "/home/ada"].merging(variables) { $1 })
    }

    /// The documents guarantee the longest time with the usual settings, and no other settings take longer.
    @Test(arguments: [[:], ["CALEARNING_BACKEND": "https://localhost"], ["CALEARNING_STORE": "memory"]])
    func Bootは文書の約束より長く待たない(variables: [String: String]) async throws {
        let page = try Repository.text(of: "docs/reference/command-line.md")
        let match = try #require(page.firstMatch(of: /`boot` waits for at most (\d+) seconds/))
        let promised = Duration.seconds(try #require(Int(match.output.1)))

        let times = try await Self.times(of: Boot.self, with: Self.configured(variables))

        let longest = try #require(times.whole.total, "\(times.whole)")
        #expect(variables.isEmpty ? longest == promised : longest <= promised, "\(times.whole)")
    }

    @Test func 設定した待ち時間が時間を決める() async throws {
        let times = try await Self.times(of: ReadZen.self, with: Self.configured(["CALEARNING_TIMEOUT": "2.5"]))

        #expect(times.whole.total == .milliseconds(2500))
        #expect(times.whole.waits.map(\.call) == ["GitHub.zen()"])
    }

    @Test func 最も長い道筋とその呼び出しを告げる() async throws {
        var dependencies = Dependencies.fixture()
        dependencies.dataStore.adapter = SlowStore(times: ["save(_:)": .seconds(3)])

        let times = await Self.times(of: CompleteTutorial.self, with: dependencies)

        #expect(times.whole.total == .seconds(3))
        #expect(times.whole.waits.map(\.call) == ["DataStore.save(hasCompletedTutorial: true)"])
        #expect(times.scenarios.count == 4)
        #expect(times.scenarios.values.allSatisfy { $0.total == .seconds(3) })
    }

    @Test func 続く呼び出しの時間を足しシナリオごとに最も長いものを採る() async throws {
        var dependencies = Dependencies.fixture()
        dependencies.journal.adapter = InMemoryJournal()
        dependencies.dataStore.adapter = SlowStore(times: ["get(_:)": .seconds(1), "get(_:orSave:)": .seconds(10)])
        dependencies.backend.adapter = APIBackend(client: Client(), clock: ImmediateClock())

        let times = await Self.times(of: Boot.self, with: dependencies)

        #expect(times.whole.total == .seconds(122))
        let direct = times.scenarios.filter { $0.key.scenes.count == 3 && $0.key.failure == nil }
        #expect(direct.map(\.value.total) == [.seconds(2), .seconds(2)])
    }

    @Test func 限りを告げない呼び出しがあれば限りなしとする() async throws {
        var dependencies = Dependencies.fixture()
        dependencies.dataStore.adapter = SlowStore(times: ["get(_:)": .seconds(1)])

        let times = await Self.times(of: CompleteTutorial.self, with: dependencies)

        #expect(times.whole.total == nil)
        #expect(times.whole.waits.map(\.longest) == [nil])
    }

    @Test func ページはユースケースとシナリオごとに告げる() async throws {
        let exploration = await Explorations.of(ReadZen.self)
        let times = await LongestTimes(exploration, with: try Self.configured())

        let page = HTMLPage([exploration], of: compositionRoot, times: [exploration.usecase.name: times], in: .en)
            .markup.text

        #expect(page.contains("As it is configured, it waits for at most 8 s: GitHub.zen() 8 s"))
        #expect(page.ranges(of: ">waits for at most 8 s: GitHub.zen() 8 s<").count == exploration.scenarios.count)
        #expect(!HTMLPage([exploration], of: compositionRoot, in: .en).markup.text.contains("waits for"))
    }

    /// The use cases of the server are explored, and the times of the backend are constants.
    @Test func 組み込みのバックエンドはサーバのユースケースの時間だけ待つ() async throws {
        let clock = ImmediateClock()
        let server = Dependencies(clock: clock, randomSource: SeededRandomSource()) {
            $0.deviceRegistry.adapter = FileDeviceRegistry(directory: "/nowhere", clock: clock)
            $0.accountRegistry.adapter = FileAccountRegistry(directory: "/nowhere", clock: clock)
            $0.credentialHasher.adapter = ScryptHasher(randomSource: SeededRandomSource())
            $0.credentialVault.adapter = SealingVault(key: nil)
        }
        let usecases: [OperationName: any Usecase.Type] = [
            Port<any Backend>.publishUDID: RegisterDevice.self, Port<any AccountBackend>.signUp: RegisterAccount.self,
            Port<any AccountBackend>.logIn: OpenSession.self, Port<any AccountBackend>.session: CheckSession.self,
            Port<any AccountBackend>.sessions: ListSessions.self, Port<any AccountBackend>.end: CloseOtherSessions.self,
            Port<any AccountBackend>.nameDevice: SetDeviceName.self, Port<any AccountBackend>.logOut: CloseSession.self,
            Port<any AccountBackend>.export: CollectAccount.self, Port<any AccountBackend>.recover: ResetPassword.self,
            Port<any AccountBackend>.changePassword: ReplacePassword.self,
            Port<any AccountBackend>.deleteAccount: EraseAccount.self,
            Port<any AccountBackend>.continueLogin: ContinueSession.self,
            Port<any AccountBackend>.changeSecondFactor: ChangeSecondFactor.self,
            Port<any AccountBackend>.confirmSecondFactor: ConfirmSecondFactor.self,
        ]
        let ports = [Port<any Backend>.name, Port<any AccountBackend>.name]
        var operations: Set<OperationName> = []
        for way in await Explorations.all(in: CompositionRoot.self).flatMap(\.ways) {
            for case .call(let call, _) in way.events where ports.contains(call.port) {
                operations.insert(OperationName(call.operation))
            }
        }
        var bounded = 0

        for (operation, usecase) in usecases {
            let longest = await EmbeddedBackend(server: server).longest(operation)

            let explored = await LongestTimes(await Explorations.of(usecase), with: server).whole.total
            #expect(longest == explored, "\(operation)")
            if longest != nil { bounded += 1 }
        }
        #expect(operations == Set(usecases.keys))
        #expect(bounded == 8)
    }
}

/// A client of a service that takes up to 100 seconds.
private struct Client: APIClient {
    typealias Service = BackendAPIs

    let longest: Duration? = .seconds(100)

    func call<A: API>(_ api: A) throws(ErrorWrapper) -> A.Entity where A.Service == BackendAPIs { throw .interrupted }
}
