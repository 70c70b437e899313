import CalearningDomain
import UsecasesEngine

/// A migrator that changes nothing.
struct StubSchemaMigrator: SchemaMigrator {
    var migration: SchemaMigration = .example

    func pending() -> SchemaMigration { migration }
    func migrate() -> SchemaMigration { migration }
}
