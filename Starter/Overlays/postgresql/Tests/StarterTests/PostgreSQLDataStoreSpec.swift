import Foundation
import StarterInfrastructure
import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTesting

private let count = Key<Int>("count", example: ("one", 1))

/// The address of a database on a server for tests, with the rights of its administrator.
private let testDatabase = ProcessInfo.processInfo.environment["STARTER_TEST_DATABASE"]

/// Each store has its own connection, as each process has. Each test has its own schema.
@Suite(.serialized, .enabled(if: testDatabase != nil, "STARTER_TEST_DATABASE gives no database for tests"))
struct `The data store in PostgreSQL` {
    private let schema = "spec_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    private let administrator: PostgreSQLConnection
    private let address: Secret

    init() throws {
        let database = try #require(testDatabase)
        administrator = try PostgreSQLConnection(to: Secret(database), timeout: .seconds(30))
        // The name makes the connections of the stores known to the administrator.
        address = Secret(
            database + (database.contains("?") ? "&" : "?")
                + "application_name=\(schema)&options=-csearch_path%3D\(schema)")
        try administrator.run("CREATE SCHEMA \(schema); SET search_path TO \(schema)")
    }

    private func finish() { _ = try? administrator.run("DROP SCHEMA \(schema) CASCADE") }

    @Test(arguments: DataStoreContract.allCases)
    func `It keeps every promise of a data store`(promise: DataStoreContract) async throws {
        defer { finish() }
        try await promise.check { body in
            defer { _ = try? administrator.run("DROP TABLE store") }
            try await body(PostgreSQLDataStore(at: address))
        }
    }

    @Test func `Processes see the changes of each other, and lose none`() async throws {
        defer { finish() }
        let stores = (0..<2).map { _ in PostgreSQLDataStore(at: address) }

        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 { group.addTask { try await stores[number % 2].increase() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let stored = [try await stores[0].get(count), try await stores[1].get(count)]

        #expect(seen == Set(1...40))
        #expect(stored == [40, 40])
    }

    @Test func `No process writes while another one changes a value`() async throws {
        defer { finish() }
        let store = PostgreSQLDataStore(at: address)
        try await store.save(count.with(1))

        let isAlone = try await store.change(count) { [address] count in
            count = 2
            guard let other = try? PostgreSQLConnection(to: address, timeout: .milliseconds(100)) else { return false }
            try? other.begin()
            return (try? other.run("UPDATE store SET value = '3'")) == nil
        }
        let stored = try await store.get(count)

        #expect(isAlone)
        #expect(stored == 2)
    }

    @Test func `A table that another process holds can be neither read nor written`() async throws {
        defer { finish() }
        let store = PostgreSQLDataStore(at: address, timeout: .milliseconds(100))
        try await store.save(count.with(1))
        try administrator.run("BEGIN; LOCK TABLE store")

        let errors = await failures(of: store)
        try administrator.run("ROLLBACK")
        let stored = try await store.get(count)

        #expect(errors.map(\.hindrance) == [.heldLock, .heldLock])
        #expect(errors.map(\.failure) == [.unreadable(at: store), .unwritable(at: store)])
        #expect(stored == 1)
    }

    @Test func `A value that is not JSON is damaged`() async throws {
        defer { finish() }
        let store = PostgreSQLDataStore(at: address)
        try await store.save(count.with(1))
        try administrator.run("UPDATE store SET value = '1,'")

        let errors = await failures(of: store)
        let values = try administrator.run("SELECT value FROM store")

        #expect(errors.map(\.failure) == [.damaged(at: store), .damaged(at: store)])
        #expect(values == [["1,"]])
    }

    @Test func `After a lost connection it connects again`() async throws {
        defer { finish() }
        let store = PostgreSQLDataStore(at: address)
        try await store.save(count.with(1))

        try terminate("true")
        let read = try await store.get(count)
        try terminate("true")
        let changed = try await store.increase()

        #expect(read == 1)
        #expect(changed == 2)
    }

    @Test func `A change whose commit was interrupted is made once`() async throws {
        defer { finish() }
        let store = PostgreSQLDataStore(at: address)
        try await store.save(count.with(1))
        try interruptFirstCommit("pg_terminate_backend(pg_backend_pid()), pg_sleep(10)")

        let changed = try await store.increase()
        let stored = try await store.get(count)

        #expect(changed == 2)
        #expect(stored == 2)
    }

    @Test func `A change that was committed without an answer is not repeated`() async throws {
        defer { finish() }
        let store = PostgreSQLDataStore(at: address)
        try await store.save(count.with(1))
        // The commit waits for a standby that does not exist.
        try administrator.run("ALTER SYSTEM SET synchronous_standby_names = 'none'")
        defer { reset() }
        try administrator.run("SELECT pg_reload_conf()")
        let isCut = Atomic(false)

        // The server takes the setting some commits later.
        let changes = Task {
            var answers: [Int] = []
            while !isCut.load(ordering: .relaxed) { answers.append(try await store.increase()) }
            return answers
        }
        try await eventually { try !connections("wait_event = 'SyncRep'").isEmpty }
        isCut.store(true, ordering: .relaxed)
        try terminate("true")
        let answers = try await changes.value
        reset()
        let stored = try await store.get(count)

        #expect(answers == Array(2..<2 + answers.count))
        #expect(stored == 1 + answers.count)
    }

    @Test func `If another process has written since, the outcome of a commit is unknown`() async throws {
        defer { finish() }
        let stores = (0..<2).map { _ in PostgreSQLDataStore(at: address) }
        try await stores[0].save(count.with(1))
        try interruptFirstCommit("pg_sleep(10)")

        async let first = #expect(throws: ErrorWrapper.self) { try await stores[0].increase() }
        try await eventually { try !connections("wait_event = 'PgSleep'").isEmpty }
        async let second = stores[1].increase()
        try await eventually { try !connections("wait_event_type = 'Lock'").isEmpty }
        try terminate("wait_event = 'PgSleep'")
        let (error, changed) = (await first, try await second)

        #expect(
            error?.failure == .unwritable(location: stores[0].location, content: PostgreSQLDataStore.undecided))
        #expect(changed == 2)
    }

    /// Lets the first commit call a function.
    private func interruptFirstCommit(_ call: String) throws {
        try administrator.run(
            """
            CREATE SEQUENCE commits;
            CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN IF nextval('\(schema).commits') = 1 THEN PERFORM \(call); END IF; RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER interrupt AFTER INSERT OR UPDATE ON store DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION interrupt()
            """)
    }

    /// Returns the connections of the stores that meet the condition.
    private func connections(_ condition: String) throws -> [String] {
        try administrator.run(
            "SELECT pid FROM pg_stat_activity WHERE application_name = '\(schema)' AND \(condition)"
        ).compactMap(\.first?.self)
    }

    private func terminate(_ condition: String) throws {
        for pid in try connections(condition) { try administrator.run("SELECT pg_terminate_backend($1, 10000)", [pid]) }
    }

    /// Waits until the condition holds.
    private func eventually(_ condition: () throws -> Bool) async throws {
        for _ in 0..<1000 {
            if try condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("The condition does not hold after 10 seconds.")
    }

    private func reset() {
        _ = try? administrator.run("ALTER SYSTEM RESET synchronous_standby_names")
        _ = try? administrator.run("SELECT pg_reload_conf()")
    }
}

@Suite struct `The address of a PostgreSQL database` {
    @Test(arguments: [
        // No server listens there.
        "postgres://me:pa55@127.0.0.1:9/shop", "postgres://me@/shop?host=/nowhere&password=pa55",
        // A part of each password is not encoded, so that it seems to be another part of the address.
        "postgres://me:a@pa55@localhost/shop", "postgres://me:1/pa55@localhost/shop", "postgres://me:pa55/shop",
        "postgres://me:pa55@localhost/shop?colour=red", "me:pa55@localhost", "pa55", "",
    ])
    func `No error shows its password`(address: String) async throws {
        let store = PostgreSQLDataStore(at: Secret(address))

        let errors = await failures(of: store)

        #expect(errors.map(\.failure) == [.unreadable(at: store), .unwritable(at: store)])
        for text in errors.map({ String(reflecting: $0) }) + [store.location] { #expect(!text.contains("pa55")) }
    }

    @Test func `Its other parts are shown`() {
        let store = PostgreSQLDataStore(at: "postgres://me:pa55@one:5432,two:5433/shop?sslmode=require")

        #expect(store.location == "PostgreSQL user=me dbname=shop host=one,two port=5432,5433")
    }
}

/// Returns the errors of reading and of writing.
private func failures(of store: PostgreSQLDataStore) async -> [ErrorWrapper] {
    let read = await #expect(throws: ErrorWrapper.self) { try await store.get(count) }
    let written = await #expect(throws: ErrorWrapper.self) { try await store.save(count.with(2)) }
    return [read, written].compactMap(\.self)
}

extension PostgreSQLDataStore {
    fileprivate func increase() async throws(ErrorWrapper) -> Int {
        try await change(count) { count in
            let next = (count ?? 0) + 1
            count = next
            return next
        }
    }
}

extension ErrorWrapper {
    fileprivate var failure: SystemErrors.DataStore? {
        if case .system(.dataStore(let failure), _, _) = self { failure } else { nil }
    }
}

extension SystemErrors.DataStore {
    fileprivate static func unreadable(at store: PostgreSQLDataStore) -> Self {
        .unreadable(location: store.location, content: store.kind)
    }

    fileprivate static func unwritable(at store: PostgreSQLDataStore) -> Self {
        .unwritable(location: store.location, content: store.kind)
    }

    fileprivate static func damaged(at store: PostgreSQLDataStore) -> Self {
        .damaged(location: store.location, content: store.kind)
    }
}
