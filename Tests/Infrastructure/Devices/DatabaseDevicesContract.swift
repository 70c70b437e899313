#if Server
import CalearningDomain
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct データベースの登録簿の契約 {
    private let registrations = (0..<1000).map { Registration.fixture($0) }

    private func withDatabase(
        _ kind: DatabaseKind, _ body: (any RegistryDatabase, DatabasePlace) async throws -> Void
    ) async throws {
        let place = try DatabasePlace(kind)
        try await place.withDatabase { database in
            _ = try database.perform([.check])
            try await body(database, place)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 引き金が拒んでもほかのものは記録される(kind: DatabaseKind) async throws {
        let refused = [17, 18, 555]
        try await withDatabase(kind) { database, place in
            try place.execute(place.dialect.refusal("registrations", "NEW.key IN ('k-17', 'k-18', 'k-555')"))

            let outcomes = try database.perform(
                registrations.map { .record($0) } + [.check, .find(registrations[1].key)])

            for (number, registration) in registrations.enumerated() where !refused.contains(number) {
                try expect(outcomes[number].get(), equals: registration)
            }
            #expect(try outcomes[1000].get() == nil)
            for number in refused {
                let error = #expect(throws: ErrorWrapper.self) { try outcomes[number].get() }
                #expect(error?.system == .dataStore(.unwritable(location: place.location, content: .database)))
                #expect(
                    place.dialect.isRefusal(error.causeTexts, registrations[number].udid), "\(error.causeTexts)")
            }
            let found = try database.perform(registrations[16...19].map { .find($0.key) })
            try expect(found.map { try $0.get() }, equals: [registrations[16], nil, nil, registrations[19]])
            try expect(place.count(of: "registrations"), equals: 997)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 使われているUDIDはその要求だけを失敗させる(kind: DatabaseKind) async throws {
        try await withDatabase(kind) { database, place in
            let batch = registrations.prefix(4).map { Registration(key: $0.key, kind: $0.kind, udid: .fixture()) }

            let outcomes = try database.perform(batch.map { .record($0) } + [.record(registrations[9])])

            let recorded = outcomes.dropLast().compactMap { try? $0.get() }
            #expect(recorded.count == 1)
            // SQLite performs the requests one by one.
            #expect(kind == .postgreSQL || recorded == [batch[0]])
            try expect(outcomes.last?.get(), equals: registrations[9])
            let found = try database.perform(batch.map { .find($0.key) })
            try expect(found.compactMap { try $0.get() }, equals: recorded)
            try expect(place.count(of: "registrations"), equals: 2)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 読めない行はそれを探した者だけに伝えられる(kind: DatabaseKind) async throws {
        try await withDatabase(kind) { database, place in
            _ = try database.perform([.record(registrations[0])])
            try place.execute("INSERT INTO registrations (key, udid, kind) VALUES ('k-1', 'not a udid', 11)")

            let outcomes = try database.perform(
                [0, 1, 2].map { .find(registrations[$0].key) } + [.record(registrations[3]), .record(registrations[1])])

            try expect(outcomes[0].get(), equals: registrations[0])
            #expect(try outcomes[2].get() == nil)
            try expect(outcomes[3].get(), equals: registrations[3])
            for outcome in [outcomes[1], outcomes[4]] {
                let error = #expect(throws: ErrorWrapper.self) { try outcome.get() }
                #expect(error?.system == .dataStore(.damaged(location: place.location, content: .database)))
            }
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 表や列がひとつでもなければ確かめて失敗し_戻れば答える(kind: DatabaseKind) async throws {
        try await withDatabase(kind) { database, place in
            let columns = try place.texts(place.dialect.columns).map { $0.split(separator: " ") }
            for column in columns {
                try place.execute("ALTER TABLE \(column[0]) RENAME COLUMN \(column[1]) TO gone")
                #expect(throws: ErrorWrapper.self, "\(column)") { try database.perform([.check])[0].get() }
                try place.execute("ALTER TABLE \(column[0]) RENAME COLUMN gone TO \(column[1])")
                #expect(throws: Never.self) { try database.perform([.check])[0].get() }
            }
            try place.execute("DROP TABLE guesses")

            #expect(columns.count == (kind == .sqlite ? 44 : 31))
            #expect(throws: ErrorWrapper.self) { try database.perform([.check])[0].get() }
        }
    }
}
#endif
