import UsecasesEngine
import UsecasesSystem

/// The connections of a server to the database.
struct Database: Sendable {
    static let location = "PARCELS_DATABASE"

    private let connections: [DatabaseConnection]

    init(at address: Secret, connections: Int) {
        self.connections = (0..<max(1, connections)).map { _ in DatabaseConnection(to: address) }
    }

    /// Executes the statement as one transaction. If the connection is lost, executes it once more.
    func execute(_ statement: String, _ parameters: [String?]) async throws(ErrorWrapper) -> [[String?]] {
        try await connections[Int.random(in: connections.indices)].execute(statement, parameters)
    }
}

private actor DatabaseConnection {
    private let address: Secret
    private var connection: PostgreSQLConnection?
    /// libpq blocks its thread, and the threads of tasks must not block.
    private let executor = BlockingExecutor(label: "parcels.database")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(to address: Secret) {
        self.address = address
    }

    func execute(_ statement: String, _ parameters: [String?]) throws(ErrorWrapper) -> [[String?]] {
        do throws(PostgreSQLError) {
            do throws(PostgreSQLError) {
                return try attempt(statement, parameters)
            } catch  where error.isLost {
                return try attempt(statement, parameters)
            }
        } catch {
            throw .system(error: .dataStore(.unwritable(location: Database.location, content: nil)), causedBy: error)
        }
    }

    private func attempt(_ statement: String, _ parameters: [String?]) throws(PostgreSQLError) -> [[String?]] {
        do throws(PostgreSQLError) {
            if let connection { return try connection.run(statement, parameters) }
            let opened = try PostgreSQLConnection(to: address, timeout: .seconds(5))
            connection = opened
            return try opened.run(statement, parameters)
        } catch {
            if error.isLost { connection = nil }
            throw error
        }
    }
}

/// The work on parcels, noted in a table.
struct DatabaseDepot: Depot {
    let database: Database
    let pause: Duration
    let clock: any Clock

    func handle(_ work: String, of order: Int) async throws(ErrorWrapper) {
        if pause > .zero { try await clock.sleep(for: pause) }
        _ = try await database.execute(
            "INSERT INTO works (parcel, work) VALUES ($1::text::int, $2) ON CONFLICT DO NOTHING", ["\(order)", work])
    }
}

/// Work that needs no table, to measure the runs alone.
struct IdleDepot: Depot {
    func handle(_ work: String, of order: Int) {}
}
