import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesSystem
import UsecasesTestSupport

/// An adapter of the port in this build. Each test stores its accounts in a separate place.
struct AccountRegistryAdapter: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let makePlace: @Sendable () throws -> AccountRegistryPlace

    static let all = [inMemory, file] + inDatabases
    /// The adapters of the service. Operators use them, too.
    static let inService = [inMemory] + inDatabases

    private static let inMemory = AccountRegistryAdapter("in memory") {
        let registry = InMemoryAccountRegistry()
        return AccountRegistryPlace { .init(registry: registry) }
    }

    private static let file = AccountRegistryAdapter("file") { (directory: TemporaryDirectory) in
        .init(registry: FileAccountRegistry(directory: directory.path, clock: PatientClock()))
    }

    init(_ name: String, makePlace: @escaping @Sendable () throws -> AccountRegistryPlace) {
        testDescription = name
        self.makePlace = makePlace
    }

    /// Creates an adapter that stores everything in the files of a directory.
    init(_ name: String, in open: @escaping @Sendable (TemporaryDirectory) throws -> AccountRegistryPlace.Opened) {
        self.init(name) {
            let directory = TemporaryDirectory()
            return AccountRegistryPlace(contents: { try directory.contents }, make: { try open(directory) })
        }
    }

    func withPlace(_ body: (AccountRegistryPlace) async throws -> Void) async throws {
        let place = try makePlace()
        try await body(place)
        try place.close()
    }

    func withRegistry(_ body: (any AccountRegistry) async throws -> Void) async throws {
        try await withPlace { try await body(try $0.open()) }
    }
}

#if Server
extension AccountRegistryAdapter {
    private static var inDatabases: [AccountRegistryAdapter] { [sqlite, postgreSQL] }

    private static let sqlite = AccountRegistryAdapter("SQLite") { (directory: TemporaryDirectory) in
        let database = try SQLiteDatabase.fixture(at: directory.path + "/devices.sqlite")
        return .init(registry: database.accountRegistry) { try database.close(within: .seconds(5)) }
    }

    private static let postgreSQL = AccountRegistryAdapter("PostgreSQL") {
        let sandbox = try PostgreSQLSandbox()
        return AccountRegistryPlace(
            contents: { Data("\(try sandbox.rows)".utf8) },
            make: {
                let database = try PostgreSQLDatabase.fixture(at: sandbox.url)
                return .init(registry: database.accountRegistry) { database.close(within: .zero) }
            })
    }
}

extension PostgreSQLSandbox {
    var rows: [[String]] {
        get throws {
            let client = try client()
            let tables = try client.run("SELECT tablename FROM pg_tables WHERE schemaname = '\(name)'")
            return try tables.flatMap { try client.run("SELECT row::text FROM \($0[0]) AS row") }
        }
    }
}
#else
extension AccountRegistryAdapter {
    private static var inDatabases: [AccountRegistryAdapter] { [] }
}
#endif

extension TemporaryDirectory {
    /// The bytes of all files, one after the other.
    fileprivate var contents: Data {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                .reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: path + "/" + $1)) }
        }
    }
}
