#if Server
import CalearningDomain
import CalearningInfrastructure
import Foundation
import GRDB
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct SQLiteのアカウント登録簿 {
    private let directory = TemporaryDirectory()
    private let account = StoredAccount.fixture()
    private let first = StoredSession.fixture()
    private let now = Timestamp.example

    private var path: String { directory.path + "/devices.sqlite" }

    @Test func 大きさはファイルのもの() async throws {
        let database = try SQLiteDatabase.fixture(at: path)
        _ = try await database.accountRegistry.record(account, under: nil, beginning: first)

        let sizes = try await database.sizes()

        // Nothing has moved from the log into the database yet, which therefore has fewer pages on disk.
        let file = try Data(contentsOf: URL(filePath: path)).count
        #expect(sizes.database >= file && sizes.database % 4096 == 0)
        try expect(sizes.log, equals: Data(contentsOf: URL(filePath: path + "-wal")).count)
        #expect(try #require(sizes.free) > 0)
        try database.close(within: .seconds(5))
    }

    @Test func 書けなくてもセッションは確かめられる() async throws {
        let registry = try SQLiteDatabase.fixture(at: path).accountRegistry
        _ = try await registry.record(account, under: nil, beginning: first)
        let other = try DatabaseQueue.lock(path)

        let found = try await registry.session(under: first.digest, at: now)
        let error = await #expect(throws: ErrorWrapper.self) {
            try await registry.end(.one(first.session.id), of: account.account.id, at: now)
        }
        try other.unlock()

        #expect(found != nil)
        #expect(error?.system == .dataStore(.unwritable(location: path, content: .database)))
        try await expect(registry.end(.one(first.session.id), of: account.account.id, at: now), equals: 1)
    }
}
#endif
