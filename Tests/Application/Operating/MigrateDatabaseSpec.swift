import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningTestSupport

private let finds = "アプリはデータベースの版を調べる"

private func migrate(
    _ migration: SchemaMigration = .example, onlyShowing: Bool = false
) async throws -> Scenario<MigrateDatabase> {
    try await MigrateDatabase.interact(
        from: MigrateDatabase.initial(onlyShows: onlyShowing), as: .operator,
        with: .fixture { $0.schemaMigrator.adapter = StubSchemaMigrator(migration: migration) })
}

@Suite(.behaviour) struct `ユースケース【データベースを移行する】` {
    @Test func 版が古ければ_アプリは移行の前後の版を表示() async throws {
        let scenario = try await migrate()

        #expect(scenario.sentences == [finds, "アプリは足りない表を加える", "アプリは移行の前後の版を表示"])
        #expect(scenario.goal == .アプリは移行の前後の版を表示(migration: .example))
    }

    @Test func 版が古くても_調べるだけなら変えない() async throws {
        let scenario = try await migrate(onlyShowing: true)

        #expect(scenario.sentences == [finds, "調べるだけの場合_アプリは移行の前後の版を表示"])
        #expect(scenario.goal == .調べるだけの場合_アプリは移行の前後の版を表示(migration: .example))
    }

    @Test(arguments: [true, false])
    func 移行がいらなければ_アプリは版を表示(onlyShowing: Bool) async throws {
        let scenario = try await migrate(SchemaMigration(from: 4, to: 4), onlyShowing: onlyShowing)

        #expect(scenario.sentences == [finds, "移行がいらない場合_アプリは版を表示"])
        #expect(scenario.goal == .移行がいらない場合_アプリは版を表示(version: 4))
    }
}
