#if Server
import Foundation

/// A separate schema for one test, in the cluster that `make test` starts, removed with the test.
final class PostgreSQLSandbox: Sendable {
    struct NoCluster: Error, CustomStringConvertible {
        var description: String {
            "There is no PostgreSQL to test with, as CALEARNING_TEST_POSTGRESQL is not set: please run `make test`."
        }
    }

    /// The name of the schema and of its connections.
    let name: String
    /// An address whose connections create everything in this schema.
    let url: String
    private let cluster: String

    init() throws {
        guard let cluster = ProcessInfo.processInfo.environment["CALEARNING_TEST_POSTGRESQL"] else {
            throw NoCluster()
        }
        self.cluster = cluster
        name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
        let separator = cluster.contains("?") ? "&" : "?"
        url = cluster + separator + "application_name=\(name)&options=-csearch_path%3D\(name)"
        try PostgreSQLClient(cluster).run("CREATE SCHEMA \(name)")
    }

    deinit {
        do {
            try PostgreSQLClient(cluster).run("DROP SCHEMA \(name) CASCADE")
        } catch {
            print("left behind: \(name): \(error)")
        }
    }

    /// A client whose connection is not cut by ``cutConnections()``.
    func client() throws -> PostgreSQLClient {
        let client = try PostgreSQLClient(cluster)
        try client.run("SET search_path TO \(name)")
        return client
    }

    /// Prevents all further changes of these tables.
    func refuseChanges(of tables: [String]) throws {
        let client = try client()
        try client.run(
            """
            CREATE FUNCTION refuse_all() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$
            """)
        for table in tables {
            try client.run(
                """
                CREATE TRIGGER refuse_all BEFORE INSERT OR UPDATE OR DELETE ON \(table)
                FOR EACH STATEMENT EXECUTE FUNCTION refuse_all()
                """)
        }
    }

    @discardableResult
    func cutConnections() throws -> Int {
        try client().run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'"
        ).count
    }
}
#endif
