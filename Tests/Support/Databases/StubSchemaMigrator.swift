import CalearningDomain
import UsecasesEngine

struct StubSchemaMigrator: SchemaMigrator {
    var migration: SchemaMigration = .example

    func pending() -> SchemaMigration { migration }
    func migrate() -> SchemaMigration { migration }
}
