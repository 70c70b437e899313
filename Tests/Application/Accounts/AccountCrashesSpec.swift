import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem
import UsecasesTesting

@testable import CalearningTestSupport

/// A device and its server with their stored contents. A crash can be injected at any call of either.
private struct World {
    enum Side: Sendable, CaseIterable {
        case device
        case server
    }

    let accounts: InMemoryAccountRegistry
    let store = InMemoryDataStore()
    private let devices = InMemoryDeviceRegistry()
    private let journal = InMemoryJournal()

    init(accounts: InMemoryAccountRegistry = InMemoryAccountRegistry()) {
        self.accounts = accounts
    }

    func dependencies(_ crash: Crash? = nil, at side: Side = .device) -> Dependencies {
        var server = Dependencies.fixture(
            randomSource: SystemRandomSource(), deviceRegistry: devices, accountRegistry: accounts)
        if let crash, side == .server { server.taps = [crash] }
        let backend = EmbeddedBackend(server: server)
        var device = Dependencies.fixture(
            randomSource: SystemRandomSource(), dataStore: store, backend: backend, accountBackend: backend,
            journal: journal)
        if let crash, side == .device { device.taps = [crash] }
        return device
    }

    func signUp(_ crash: Crash? = nil, at side: Side = .device) async throws -> SignUp.Goals {
        try await SignUp.interact(
            from: SignUp.initial(credentials: .example), as: .user, with: dependencies(crash, at: side)
        ).goal
    }

    func logIn(_ crash: Crash? = nil, at side: Side = .device) async throws -> LogIn.Goals {
        try await LogIn.interact(
            from: LogIn.initial(credentials: .example), as: .user, with: dependencies(crash, at: side)
        ).goal
    }

    /// Returns the account of the logged-in device, as the application determines it when it starts.
    func account() async throws -> Account? {
        let scenario = try await RestoreSession.interact(from: RestoreSession.initial, as: .user, with: dependencies())
        guard case .アプリはホーム画面を表示(let loggedIn) = scenario.goal else { return nil }
        return loggedIn.account
    }

    var isLoggedIn: Bool {
        get async throws { try await store.get(DeviceMemory.keys.session) != nil }
    }

    /// The sessions of the example account, or `nil` if the account does not exist.
    var sessions: [Session]? {
        get async {
            guard let account = await accounts.account(named: .example) else { return nil }
            return await accounts.sessions(of: account.account.id, at: .example)
        }
    }
}

@Suite struct アカウントの途中で途切れた場合 {
    @Test(arguments: World.Side.allCases, Crash.Moment.allCases)
    private func アカウントを作る間ならどの呼び出しでも次の実行で一つのアカウントにログインしている(
        side: World.Side, moment: Crash.Moment
    ) async throws {
        var ordinal = 1
        while true {
            let world = World()
            let crash = Crash(at: ordinal, moment)

            let first = try? await world.signUp(crash, at: side)
            guard crash.happened else { break }
            let wasLoggedIn = try await world.isLoggedIn
            #expect(await world.sessions?.isEmpty != true, "an account without a session, \(ordinal)")
            let second = try await world.signUp()

            #expect(first == nil)
            // Only a client that already has the account finds that the name is taken.
            if second == .名前が使われている場合_アプリは使われていることを表示 { #expect(wasLoggedIn, "\(ordinal)") }
            try await expect(world.account()?.name, equals: .example, "\(ordinal)")
            await expect(world.sessions?.count, equals: 1, "\(ordinal)")
            ordinal += 1
        }
        #expect(ordinal > 4)
    }

    @Test(arguments: World.Side.allCases, Crash.Moment.allCases)
    private func ログインする間ならどの呼び出しでも次の実行でログインしている(
        side: World.Side, moment: Crash.Moment
    ) async throws {
        var ordinal = 1
        while true {
            let elsewhere = World()
            _ = try await elsewhere.signUp()
            let world = World(accounts: elsewhere.accounts)
            let crash = Crash(at: ordinal, moment)

            let first = try? await world.logIn(crash, at: side)
            guard crash.happened else { break }
            let second = try await world.logIn()

            #expect(first == nil)
            guard case .アプリはホーム画面を表示 = second else {
                Issue.record("\(ordinal): \(second)")
                return
            }
            try await expect(world.account()?.name, equals: .example, "\(ordinal)")
            try await expect(elsewhere.account()?.name, equals: .example, "\(ordinal)")
            await expect(world.sessions?.count, equals: 2, "\(ordinal)")
            ordinal += 1
        }
        #expect(ordinal > 5)
    }
}
