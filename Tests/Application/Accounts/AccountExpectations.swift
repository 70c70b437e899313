import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

@testable import CalearningTestSupport

private let session = DeviceMemory.keys.session

/// A use case of a device that asks its server with the token of its session.
struct AskingUsecase<U: Usecase>: Sendable {
    /// The scenes until the server is asked.
    let scenes: [String]
    let run: @Sendable (Dependencies) async throws -> Scenario<U>

    init(_ scenes: String..., run: @escaping @Sendable (Dependencies) async throws -> Scenario<U>) {
        self.scenes = scenes
        self.run = run
    }

    /// Expects that without a saved session it ends at the goal, and asks the server for nothing.
    func expectNoRequest(reaching goal: U.Goals, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let accounts = StubAccountBackend()

        let scenario = try await run(.fixture(accountBackend: accounts))

        #expect(scenario.goal == goal, sourceLocation: sourceLocation)
        #expect(scenario.sentences == scenes.dropLast() + [goal.name], sourceLocation: sourceLocation)
        #expect(accounts.calls == [], sourceLocation: sourceLocation)
    }

    /// Expects that the answer of the server leads to the goal after one request, and that the session stays.
    func expectAnswer(
        from accounts: StubAccountBackend = StubAccountBackend(), reaching goal: U.Goals,
        calling call: StubAccountBackend.Call, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let dataStore = InMemoryDataStore(session.with(.example))

        let scenario = try await run(.fixture(dataStore: dataStore, accountBackend: accounts))

        #expect(scenario.goal == goal, sourceLocation: sourceLocation)
        #expect(scenario.sentences == scenes + [goal.name], sourceLocation: sourceLocation)
        #expect(accounts.calls == [call], sourceLocation: sourceLocation)
        try await expect(
            dataStore.contents, equals: StoredContents(session.with(.example)), sourceLocation: sourceLocation)
    }

    /// Expects that it forgets a session of which the server says, in the operation, that it has ended. It forgets
    /// nothing else, not even the session of another process that has logged in while the request was in progress.
    func expectForgotten(
        by accounts: StubAccountBackend, in operation: String, reaching goal: U.Goals,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let udid = DeviceMemory.keys.udid.with("u-1")
        let dataStore = InMemoryDataStore(udid, session.with(.example))

        let scenario = try await run(.fixture(dataStore: dataStore, accountBackend: accounts))

        #expect(scenario.goal == goal, sourceLocation: sourceLocation)
        #expect(
            scenario.sentences == scenes + ["セッションが終わっている場合_アプリはログイン状態を忘れる", goal.name],
            sourceLocation: sourceLocation)
        try await expect(dataStore.contents, equals: StoredContents(udid), sourceLocation: sourceLocation)

        await dataStore.save(session.with(.example))
        _ = try await run(
            .fixture(dataStore: dataStore, accountBackend: accounts).after("AccountBackend.\(operation)") {
                await dataStore.save(session.with(.fixture()))
            })

        try await expect(
            dataStore.contents, equals: StoredContents(udid, session.with(.fixture())), sourceLocation: sourceLocation)
    }
}

/// Expects that the server ends at the refusal, calls the hasher in this way, and changes nothing. `guesses` are the
/// attempts that were counted before. `losesAccount` is whether the account disappears after its session was found.
func expectRefusal<U: Usecase>(
    _ goal: U.Goals, after scenes: [String], _ calls: [StubCredentialHasher.Operation], guesses: Int = 0,
    losesAccount: Bool = false, _ run: (Dependencies) async throws -> Scenario<U>,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    // Another account may have the name by now.
    let stranger = StoredAccount(account: Account(id: .fixture(9), name: Account.example.name), passwordHash: .stub())
    for found in losesAccount ? [nil, stranger] : [nil] {
        let registry = await InMemoryAccountRegistry.crowded()
        for _ in 0..<guesses { _ = await registry.admit(.confirmed, at: .example) }
        let hasher = StubCredentialHasher()
        let used: any AccountRegistry =
            losesAccount ? ForgetfulAccountRegistry(base: registry, found: found) : registry

        let scenario = try await run(.fixture(accountRegistry: used, credentialHasher: hasher))

        #expect(scenario.goal == goal, sourceLocation: sourceLocation)
        #expect(scenario.sentences == scenes + [goal.name], sourceLocation: sourceLocation)
        #expect(hasher.calls == calls, sourceLocation: sourceLocation)
        await expect(registry.account(named: .example)?.passwordHash, equals: .stub(), sourceLocation: sourceLocation)
        await expect(
            registry.lasting(), equals: [.fixture(1), .fixture(2), .fixture(3)], sourceLocation: sourceLocation)
        await expect(registry.lasting(of: .fixture(4)), equals: [.fixture(4)], sourceLocation: sourceLocation)
    }
}

/// Expects that a wrong password is refused up to the limit of guesses, and that then no password is compared.
func expectLimit<U: Usecase>(
    refusing refusal: U.Goals, until end: U.Goals, _ wrong: (Dependencies) async throws -> Scenario<U>,
    right: (Dependencies) async throws -> Scenario<U>, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let hasher = StubCredentialHasher()
    let dependencies = Dependencies.fixture(
        accountRegistry: await InMemoryAccountRegistry.crowded(), credentialHasher: hasher)

    for _ in 0..<GuessRules.limit {
        try await expect(wrong(dependencies).goal, equals: refusal, sourceLocation: sourceLocation)
    }
    try await expect(right(dependencies).goal, equals: end, sourceLocation: sourceLocation)

    #expect(hasher.calls.count { $0 == .compare } == GuessRules.limit, sourceLocation: sourceLocation)
}

/// Expects that the server asks for a code of the second factor after a right password, refuses a wrong one, and compares
/// none beyond the limit of guesses. It changes nothing but the counted failures.
func expectCodes<U: Usecase>(
    needed: U.Goals, wrong: U.Goals, later: U.Goals, after scenes: [String],
    _ run: (SecondCode?, Dependencies) async throws -> Scenario<U>, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let goals =
        [(SecondCode?.none, 0, needed), (.example, GuessRules.limit, later)] + SecondCode.wrong.map { ($0, 0, wrong) }
    for (code, guesses, goal) in goals {
        let registry = await InMemoryAccountRegistry.secured()
        for _ in 0..<guesses { _ = await registry.admit(SecondFactorRules.guess(of: .example), at: .example) }
        let account = await registry.account(named: .example)

        let scenario = try await run(code, .fixture(accountRegistry: registry))

        #expect(scenario.goal == goal, sourceLocation: sourceLocation)
        #expect(scenario.sentences == scenes + [goal.name], sourceLocation: sourceLocation)
        var expected = try #require(account?.secondFactor)
        if case .time? = code, code != .example { expected.failures = 1 }
        let found = await registry.account(named: .example)
        #expect(found?.held == account?.held, sourceLocation: sourceLocation)
        #expect(found?.secondFactor == expected, sourceLocation: sourceLocation)
        await expect(
            registry.lasting(), equals: [.fixture(1), .fixture(2), .fixture(3)], sourceLocation: sourceLocation)
    }
}

/// Expects that the server accepts each right code once, and a backup code also beyond the limit of guesses.
func expectRightCodes<U: Usecase>(
    _ run: (SecondCode, Dependencies) async throws -> Scenario<U>, isReached: (U.Goals) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for code in SecondCode.right {
        let registry = await InMemoryAccountRegistry.secured()
        let guesses = code == .example ? 0 : GuessRules.limit
        for _ in 0..<guesses { _ = await registry.admit(SecondFactorRules.guess(of: .example), at: .example) }
        let before = await registry.account(named: .example)?.secondFactor

        let goal = try await run(code, .fixture(accountRegistry: registry)).goal

        #expect(isReached(goal), "\(goal)", sourceLocation: sourceLocation)
        await #expect(registry.account(named: .example)?.secondFactor != before, sourceLocation: sourceLocation)
    }
}

/// A registry whose accounts disappear after their sessions were found.
private struct ForgetfulAccountRegistry: ForwardingAccountRegistry {
    let base: InMemoryAccountRegistry
    let found: StoredAccount?

    func admit(_ guess: Guess, at now: Timestamp) -> Admission { .account(found) }
}
