#if Server
import CalearningDomain
import Foundation
import CalearningInfrastructure
import MetricsTestKit
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct PostgreSQLが要求を拒む場合 {
    private let sandbox: PostgreSQLSandbox
    private let registry: PostgreSQLDeviceRegistry
    private let registrations = (0..<1000).map { Registration.fixture($0) }

    init() throws {
        sandbox = try PostgreSQLSandbox()
        registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url)
        _ = try registry.answers(to: [.check])
    }

    @Test func 引き金が黙って記録しなければその要求は失敗する() async throws {
        try sandbox.client().run(
            """
            CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
            CREATE TRIGGER skip BEFORE INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION skip()
            """)

        let error = await #expect(throws: ErrorWrapper.self) { try await registry.record(registrations[0]) }

        #expect(error?.system == .dataStore(.unwritable(location: "the registrations", content: .database)))
        #expect(error.causeTexts == ["the database recorded nothing, and reported no error"])
    }

    @Test func すべてを拒まれても限られた回数で終わり_あるものは読める() throws {
        _ = try registry.answers(to: [.record(registrations[0])])
        let counted = try sandbox.client()
        try counted.run("CREATE SEQUENCE refusals")
        try counted.run(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                PERFORM nextval('refusals'); RAISE EXCEPTION 'none';
            END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION refuse()
            """)

        let outcomes = registry.perform(
            registrations.dropFirst().map { .record($0) }
                + [.find(registrations[0].key), .record(registrations[0])])

        for outcome in outcomes.dropLast(2) { #expect(throws: ErrorWrapper.self) { try outcome.get() } }
        for outcome in outcomes.suffix(2) { try expect(outcome.get(), equals: registrations[0]) }
        try expect(counted.run("SELECT last_value <= 48 FROM refusals"), equals: [["t"]])
    }

    @Test func 一つのキーが押さえられていてもほかのものは記録される() throws {
        let registry = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url, timeout: .seconds(3))
        let other = try sandbox.client()
        try other.run("BEGIN; INSERT INTO registrations VALUES ('held', 'k-30', 1)")
        let operations = registrations.prefix(100).map { RegistryOperation.record($0) }

        let outcomes = registry.perform(operations)
        try other.run("ROLLBACK")
        // The connection still has its original timeouts.
        let again = try registry.answers(to: operations)

        for (number, outcome) in outcomes.enumerated() where number != 30 {
            try expect(outcome.get(), equals: registrations[number])
        }
        let error = #expect(throws: ErrorWrapper.self) { try outcomes[30].get() }
        #expect(error.lastCause.hasSuffix("(SQLSTATE 55P03)"))
        #expect(again == Array(registrations.prefix(100)))
    }

    @Test func 書けなければ確かめても失敗し_あるものは読める() throws {
        _ = try registry.answers(to: [.record(registrations[0])])
        let client = try sandbox.client()
        try client.run(
            """
            CREATE ROLE \(sandbox.name) LOGIN;
            GRANT USAGE ON SCHEMA \(sandbox.name) TO \(sandbox.name);
            GRANT SELECT ON calearning_schema, registrations TO \(sandbox.name)
            """)
        defer { _ = try? client.run("DROP OWNED BY \(sandbox.name); DROP ROLE \(sandbox.name)") }
        let reader = try PostgreSQLDeviceRegistry.fixture(at: sandbox.url + "&user=\(sandbox.name)")

        let known = Registration(key: registrations[0].key, kind: .terminal, udid: .fixture(9999))
        let outcomes = reader.perform(
            [.find(known.key), .record(known), .record(registrations[1]), .check])
        let again = reader.perform([.check])

        for outcome in outcomes.prefix(2) { try expect(outcome.get(), equals: registrations[0]) }
        for outcome in outcomes.dropFirst(2) + again {
            let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
            #expect(error.lastCause.contains("(SQLSTATE 42501)"))
        }
        reader.close()
    }

    @Test func 確かめるときは書いてみて_何も残さない() throws {
        let client = try sandbox.client()
        let place = "SELECT pg_current_wal_insert_lsn()"
        let before = try client.run(place)

        let answers = try registry.answers(to: [.check, .check])

        #expect(answers == [nil, nil])
        #expect(try client.run(place) != before)
        try expect(client.run("SELECT count(*) FROM registrations"), equals: [["0"]])
    }
}
#endif
