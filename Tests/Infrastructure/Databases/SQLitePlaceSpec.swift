#if Server
import Foundation
import GRDB
import CalearningInfrastructure
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite struct SQLiteのファイルを外から見る {
    private let directory = TemporaryDirectory()
    private var path: String { directory.path + "/devices.sqlite" }

    /// The existing files, with their contents.
    private var contents: [String: Data?] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            return Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, FileManager.default.contents(atPath: directory.path + "/" + $0))
                })
        }
    }

    @Test func 開いている若いデータベースも_閉じたものも_我々のものと分かり_何も変わらない() throws {
        let registry = try SQLiteDeviceRegistry.fixture(at: path)
        let before = try contents

        let young = SQLitePlace(path).problem
        let after = try contents
        try registry.close()
        let closed = SQLitePlace(path).problem

        #expect(young == nil)
        #expect(before == after)
        #expect(closed == nil)
    }

    @Test func 表のない番号のないデータベースは使える() throws {
        let database = try DatabaseQueue(path: path)
        try database.write { try $0.execute(sql: "PRAGMA user_version = 3") }
        try database.close()

        #expect(SQLitePlace(path).problem == nil)
    }

    @Test(arguments: ["CREATE TABLE theirs (id INTEGER)", "PRAGMA application_id = 1"])
    func ほかのプログラムのものは断られる(sql: String) throws {
        let database = try DatabaseQueue(path: path)
        try database.write { try $0.execute(sql: sql) }
        try database.close()

        #expect(SQLitePlace(path).problem?.text(in: .en) == "it is a database of another program")
    }

    @Test(arguments: ["S", "SQLite format 3\0", "no database", String(repeating: "\0", count: 4096)])
    func データベースでないものは断られる(text: String) throws {
        try directory.write(text, to: "devices.sqlite")

        #expect(SQLitePlace(path).problem?.text(in: .en).hasPrefix("it is not a SQLite database") == true)
    }

    @Test func 深い所にも作れると分かり_何も残らない() throws {
        #expect(SQLitePlace(directory.path + "/a/b/c/devices.sqlite").problem == nil)
        #expect(try contents.isEmpty)
    }

    @Test func ファイルの下には作れない() throws {
        try directory.write("", to: "file")

        #expect(SQLitePlace(directory.path + "/file/devices.sqlite").problem != nil)
        #expect(SQLitePlace(directory.path + "/file/a/devices.sqlite").problem != nil)
    }
}
#endif
