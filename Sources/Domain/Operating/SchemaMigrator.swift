package import UsecasesEngine

/// A migration of the tables of the service's database, from one version to another. Version 0 has no tables.
package struct SchemaMigration: Sendable, Hashable, Codable {
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }

    /// Whether the versions differ.
    package var isNeeded: Bool { from != to }
}

/// The tables of the service's database, also while servers use them.
///
/// Throws `unreadable` and `unwritable`. Throws `damaged` if the database is damaged, newer or of another program.
package protocol SchemaMigrator: Sendable {
    /// Returns the migration that ``migrate()`` would perform. Changes nothing.
    func pending() async throws(ErrorWrapper) -> SchemaMigration
    /// Migrates the database to the version of this program, completely or not at all. Returns the migration. It is on
    /// disk when this returns. A database of a later version is not changed.
    func migrate() async throws(ErrorWrapper) -> SchemaMigration
}

extension Port: SchemaMigrator where Adapter == any SchemaMigrator {
    package func pending() async throws(ErrorWrapper) -> SchemaMigration {
        try await call(
            "pending()",
            outcomes: [
                PossibleOutcome("needed", .example), PossibleOutcome("current", SchemaMigration(from: 3, to: 3)),
            ] + PossibleOutcome.readErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.pending() }
    }

    package func migrate() async throws(ErrorWrapper) -> SchemaMigration {
        try await call(
            "migrate()", changes: true, outcomes: [PossibleOutcome("migrated", .example)] + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.migrate() }
    }
}

extension Dependencies {
    package var schemaMigrator: Port<any SchemaMigrator> {
        get { self[(any SchemaMigrator).self] }
        set { self[(any SchemaMigrator).self] = newValue }
    }
}

extension SchemaMigration {
    package static let example = SchemaMigration(from: 2, to: 3)
}
