#if Server
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningTestSupport

@Suite(.timeLimit(.minutes(5))) struct データベースのブラウザの表 {
    private let row = StoreRow.fixture(former: 2, content: #"{"a":"あ"}"#)

    @Test(arguments: DatabaseKind.allCases)
    func 開き直しても行は残る(kind: DatabaseKind) async throws {
        let place = try DatabasePlace(kind)
        try await place.withDatabase { try await $0.browsers.add(row) }

        try await place.withDatabase { try await expect($0.browsers.row(row.id), equals: row) }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 大きすぎる内容と短い要約は_何も変えずに断られる(kind: DatabaseKind) async throws {
        let place = try DatabasePlace(kind)
        try await place.withDatabase { database in
            let table = database.browsers
            try await table.add(row)
            var short = StoreRow.fixture()
            short.cookie.removeLast()

            for refused in [StoreRow.fixture(content: .largest + "a"), short] {
                let error = await #expect(throws: ErrorWrapper.self) { try await table.replace(1, by: refused) }

                #expect(error?.system == .dataStore(.unwritable(location: place.location, content: .database)))
                #expect(table.location == place.location)
            }
            try await expect(table.row(row.id), equals: row)
        }
    }

    @Test(arguments: DatabaseKind.allCases)
    func 読めない行は壊れている(kind: DatabaseKind) async throws {
        let place = try DatabasePlace(kind)
        try await place.withDatabase { database in
            try await database.browsers.add(row)
            try place.execute("UPDATE browsers SET id = 'not a UUID'")

            let error = await #expect(throws: ErrorWrapper.self) {
                try await database.browsers.row(under: row.cookie)
            }

            #expect(error?.system == .dataStore(.damaged(location: place.location, content: .database)))
        }
    }

    /// More than one transaction removes.
    @Test(arguments: DatabaseKind.allCases)
    func 運用の掃除は_三十日使われていないブラウザを残さず取り除く(kind: DatabaseKind) async throws {
        let now = Timestamp.example
        let numbers = 1...UInt64(Sweep.browsers + 5)
        try await DatabasePlace(kind).withDatabase { database in
            let table = database.browsers
            for number in numbers { try await table.add(.fixture(number, used: now - .seconds(30 * 86_400) - 1)) }
            try await table.add(.fixture(0, used: now - .seconds(30 * 86_400)))

            try await expect(
                database.accountRegistry.sweep(at: now), equals: SweptRows(browsers: numbers.count))

            try await expect(table.count(), equals: 1)
            try await expect(database.accountRegistry.sweep(at: now), equals: SweptRows())
        }
    }

    @Test func バックアップにも行がある() async throws {
        let directory = TemporaryDirectory()
        let (path, copy) = (directory.path + "/devices.sqlite", directory.path + "/copy.sqlite")
        let database = try SQLiteDatabase.fixture(at: path)
        try await database.browsers.add(row)

        _ = try await SQLiteBackupMaker(of: path, clock: SystemClock(), randomSource: SeededRandomSource())
            .backUp(to: copy)

        try database.close(within: .seconds(5))
        let backup = try SQLiteDatabase.fixture(at: copy)
        try await expect(backup.browsers.row(row.id), equals: row)
        try backup.close(within: .seconds(5))
    }
}
#endif
