import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

/// A use case that increments a number. Its call is `DataStore.change(number)`.
private enum Count: Usecase {
    enum Basics: SceneName { case `The number is incremented` }
    enum Goals: SceneName { case `The number was incremented`(number: Int) }

    static let title = "Count"
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.`The number is incremented`)]
    static let number = Key<Int>("number", example: ("stored", 1))

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        let incremented = try await dependencies.dataStore.change(number) { stored in
            let number = (stored ?? 0) + 1
            stored = number
            return number
        }
        return .last(.`The number was incremented`(number: incremented))
    }
}

@Suite struct 呼び出しへの介入 {
    private let dataStore = InMemoryDataStore()

    private func count(with dependencies: Dependencies) async throws -> Count.Goals {
        try await Count.interact(from: Count.beginnings[0], as: .user, with: dependencies).goal
    }

    private var stored: Int? {
        get async throws { try await dataStore.get(Count.number) }
    }

    @Test(arguments: ["DataStore.change", "DataStore.change(number)"])
    func 失敗する呼び出しは行われずにそのエラーになる(call: String) async throws {
        let failing = Dependencies.testing(dataStore: dataStore).failing(call, with: .unwritable)

        let unfinished = await #expect(throws: UnfinishedScenario<Count>.self) { try await count(with: failing) }

        #expect(unfinished?.error.name == ErrorWrapper.unwritable.name)
        let stored = try await stored
        #expect(stored == nil)
    }

    @Test func 準備の中で加えたタップも残る() async throws {
        let failing = Dependencies.testing(dataStore: dataStore) {
            $0 = $0.failing("DataStore.change", with: .unwritable)
        }

        let unfinished = await #expect(throws: UnfinishedScenario<Count>.self) { try await count(with: failing) }

        #expect(unfinished?.error.name == ErrorWrapper.unwritable.name)
    }

    @Test func ほかの呼び出しはそのまま行われる() async throws {
        let failing = Dependencies.testing(dataStore: dataStore).failing("DataStore.change(other)", with: .unwritable)

        let goal = try await count(with: failing)

        #expect(goal == .`The number was incremented`(number: 1))
    }

    @Test func 前の介入は呼び出しに先立ち_後の介入は結果を変えない() async throws {
        let before = Dependencies.testing(dataStore: dataStore).before("DataStore.change") { [dataStore] in
            await dataStore.save(Count.number.with(10))
        }
        let after = Dependencies.testing(dataStore: dataStore).after("DataStore.change") { [dataStore] in
            await dataStore.save(Count.number.with(20))
        }

        let goals = [try await count(with: before), try await count(with: after)]

        #expect(goals == [11, 12].map { .`The number was incremented`(number: $0) })
        let stored = try await stored
        #expect(stored == 20)
    }

    @Test func 後で失敗した呼び出しは行われている() async throws {
        let lossy = Dependencies.testing(dataStore: dataStore).after("DataStore.change") { () throws(ErrorWrapper) in
            throw .unreachable
        }

        let unfinished = await #expect(throws: UnfinishedScenario<Count>.self) { try await count(with: lossy) }

        #expect(unfinished?.error.name == ErrorWrapper.unreachable.name)
        let stored = try await stored
        #expect(stored == 1)
    }
}
