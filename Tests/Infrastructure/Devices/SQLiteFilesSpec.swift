#if Server
import CalearningDomain
import Foundation
import GRDB
import CalearningInfrastructure
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 使っている間にSQLiteのファイルが変わった場合 {
    enum Mishap: CaseIterable {
        case ファイルが消される, ファイルの名が変わる, すべてのファイルが消される, ディレクトリの名が変わる
        case 別のファイルに置き換わる, 登録簿の控えに置き換わる, 空にされる, 途中で切られる
        case 別のプログラムのデータベースで上書きされる, 以前の控えで上書きされる
        case ログが消される, ログが空にされる, ログが途中で切られる, ログが別のファイルに置き換わる, 索引が消される

        var cause: String {
            switch self {
            case .ファイルが消される, .ファイルの名が変わる, .すべてのファイルが消される, .ディレクトリの名が変わる, .ログが消される, .索引が消される:
                "was removed or renamed while it is in use"
            case .別のファイルに置き換わる, .登録簿の控えに置き換わる, .ログが別のファイルに置き換わる:
                "was replaced by another file while it is in use"
            case .空にされる, .途中で切られる, .ログが空にされる, .ログが途中で切られる:
                "was truncated while it is in use"
            case .別のプログラムのデータベースで上書きされる, .以前の控えで上書きされる:
                "was overwritten while it is in use"
            }
        }

        func happen(to path: String, backup: String) throws {
            let files = FileManager.default
            let directory = (path as NSString).deletingLastPathComponent
            switch self {
            case .ファイルが消される: try files.removeItem(atPath: path)
            case .ファイルの名が変わる: try files.moveItem(atPath: path, toPath: path + ".old")
            case .すべてのファイルが消される:
                for end in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + end) }
            case .ディレクトリの名が変わる: try files.moveItem(atPath: directory, toPath: directory + ".old")
            case .別のファイルに置き換わる:
                try files.removeItem(atPath: path)
                try Data().write(to: URL(filePath: path))
            case .登録簿の控えに置き換わる:
                try files.removeItem(atPath: path)
                try files.copyItem(atPath: backup, toPath: path)
            case .空にされる: truncate(path, 0)
            case .途中で切られる: truncate(path, 4096)
            case .別のプログラムのデータベースで上書きされる:
                let other = path + ".other"
                try DatabaseQueue(path: other).writeWithoutTransaction { db in
                    try db.execute(sql: "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (zeroblob(1000000))")
                }
                try overwrite(path, with: other)
            case .以前の控えで上書きされる: try overwrite(path, with: backup)
            case .ログが消される: try files.removeItem(atPath: path + "-wal")
            case .ログが空にされる: truncate(path + "-wal", 0)
            case .ログが途中で切られる: truncate(path + "-wal", 8000)
            case .ログが別のファイルに置き換わる:
                try files.removeItem(atPath: path + "-wal")
                try Data(count: 1 << 20).write(to: URL(filePath: path + "-wal"))
            case .索引が消される: try files.removeItem(atPath: path + "-shm")
            }
        }

        /// Overwrites the file like `cp`, without changing its identity.
        private func overwrite(_ path: String, with other: String) throws {
            let content = try Data(contentsOf: URL(filePath: other))
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: content)
            try file.close()
        }
    }

    private let directory = TemporaryDirectory()
    private let folder: String
    private let log = RecordedLog()
    private let clock = ManualClock(timeOfDayJumps: true)
    private let registry: SQLiteDeviceRegistry

    init() throws {
        folder = directory.path + "/database"
        registry = try SQLiteDeviceRegistry.fixture(at: folder + "/devices.sqlite", clock: clock, log: log)
    }

    private var path: String { folder + "/devices.sqlite" }
    private var backup: String { directory.path + "/backup.sqlite" }

    @Test(arguments: Mishap.allCases)
    func 何も受け取らず_何があったかを一度だけ記す(mishap: Mishap) async throws {
        try record(0..<300)
        try checkpoint("PASSIVE")
        try FileManager.default.copyItem(atPath: path, toPath: backup)
        try record(300..<600)
        try checkpoint("PASSIVE")
        try record(600..<620)

        try mishap.happen(to: path, backup: backup)

        for number in 620..<640 {
            let error = #expect(throws: ErrorWrapper.self) { try record(number..<number + 1) }
            #expect(error?.system == .dataStore(.damaged(location: path, content: .database)))
            #expect(error.lastCause.contains(mishap.cause))
        }
        await #expect(throws: ErrorWrapper.self) { try await registry.check() }
        await #expect(throws: ErrorWrapper.self) { try await registry.registration(under: registration(1).key) }
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.hasPrefix("error: the database is not used any more") == true)
        #expect(log.lines.first?.contains(mishap.cause) == true)
    }

    @Test(arguments: ["devices.sqlite", "devices.sqlite-wal", "."])
    func 同じものが戻れば続き_それも記す(name: String) throws {
        try record(0..<10)
        let (place, aside) = name == "." ? (folder, folder + ".aside") : ("\(folder)/\(name)", folder + "/aside")
        try FileManager.default.moveItem(atPath: place, toPath: aside)
        for _ in 0..<2 { #expect(throws: ErrorWrapper.self) { try record(10..<20) } }

        try FileManager.default.moveItem(atPath: aside, toPath: place)
        try record(20..<30)
        try record(10..<20)

        #expect(log.lines.map { $0.prefix(40) }.count == 2)
        #expect(log.lines.last?.hasPrefix("notice: the database is used again") == true)
        #expect(try registry.answers(to: (0..<30).map { .find(registration($0).key) }).allSatisfy { $0 != nil })
    }

    /// A clock that counts its reads. A waiter for a lock reads it at each retry.
    private final class WatchedClock: Clock {
        private let looks = Mutex<(rest: Int, action: @Sendable () -> Void)?>(nil)

        var now: Timestamp { Timestamp(milliseconds: 0) }

        var uptime: Duration {
            let action = looks.withLock { looks in
                looks?.rest -= 1
                guard looks?.rest == 0 else { return nil as (@Sendable () -> Void)? }
                return looks?.action
            }
            action?()
            return .zero
        }

        func sleep(for duration: Duration) {}

        func act(atLook count: Int, _ action: @escaping @Sendable () -> Void) {
            looks.withLock { $0 = (count, action) }
        }
    }

    @Test func 仕事の間に消されたものは受け取られない() throws {
        let clock = WatchedClock()
        let registry = try SQLiteDeviceRegistry.fixture(at: path, clock: clock, log: log)
        _ = try registry.answers(to: (0..<10).map { .record(registration($0)) })
        let other = try DatabaseQueue.lock(path)
        let path = path
        // The registry needs far fewer reads before it waits for the lock, after the first check of the files.
        clock.act(atLook: 20) {
            unlink(path)
            try? other.unlock()
        }

        #expect(throws: ErrorWrapper.self) {
            try registry.answers(to: (10..<20).map { .record(registration($0)) })
        }
    }

    @Test(arguments: [Mishap.ファイルが消される, .別のファイルに置き換わる, .空にされる, .ログが消される])
    func 直前に見たばかりでも書いた後は受け取られない(mishap: Mishap) throws {
        try record(0..<50)

        try mishap.happen(to: path, backup: backup)

        #expect(throws: ErrorWrapper.self) { try recordAtOnce(50..<60) }
        #expect(log.lines.first?.contains(mishap.cause) == true)
    }

    @Test func 見たばかりならもう一度は見ず_しばらくすれば見る() throws {
        try record(0..<50)
        _ = try find(1)

        unlink(path)

        try expect(find(1), equals: registration(1))
        clock.advance(by: .milliseconds(5))
        #expect(throws: ErrorWrapper.self) { try find(1) }
    }

    @Test func 切られたログに書き足されても気づく() throws {
        try record(0..<50)
        let other = try DatabaseQueue(path: path)
        truncate(path + "-wal", 0)
        // Another program continues where the log ended, without any check.
        try? other.writeWithoutTransaction {
            try $0.execute(sql: "INSERT INTO registrations (key, udid, kind) VALUES ('other', 'other', 1)")
        }

        #expect(throws: ErrorWrapper.self) { try record(50..<60) }
        #expect(log.lines.first?.contains("was truncated") == true)
    }

    @Test func ほかの者が正しく片付けても使い続ける() throws {
        for round in 0..<20 {
            try record(round * 100..<(round + 1) * 100)
            if round == 10 { try execute("DELETE FROM registrations; VACUUM") }
            try checkpoint(["PASSIVE", "FULL", "RESTART", "TRUNCATE"][round % 4])
            try record(round * 100..<round * 100 + 10)
        }

        #expect(log.lines.isEmpty)
    }

    /// The file may have been made with other pages. The header has 1 for 65,536 bytes.
    @Test(arguments: [512, 65_536]) func ページの大きさが違っても使い続け_切られれば気づく(size: Int) throws {
        let path = directory.path + "/sized.sqlite"
        func execute(_ sql: String) throws {
            try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
        }
        try execute("PRAGMA page_size = \(size); VACUUM")
        let registry = try SQLiteDeviceRegistry.fixture(at: path, clock: clock, log: log)
        for (round, mode) in ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].enumerated() {
            clock.advance(by: .seconds(1))
            _ = try registry.answers(to: (round * 100..<(round + 1) * 100).map { .record(registration($0)) })
            try execute("PRAGMA wal_checkpoint(\(mode))")
        }
        #expect(log.lines.isEmpty)

        truncate(path, size)
        clock.advance(by: .seconds(1))

        #expect(throws: ErrorWrapper.self) { try registry.answers(to: [.record(registration(999))]) }
        #expect(log.lines.first?.contains("was truncated") == true)
    }

    @Test func ほかの者が絶えず片付けても使い続ける() async throws {
        let path = path
        let cleaner = Task {
            let other = try DatabaseQueue(path: path)
            while !Task.isCancelled {
                _ = try? await other.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            }
        }

        for round in 0..<500 { try record(round * 5..<(round + 1) * 5) }
        cleaner.cancel()
        _ = await cleaner.result

        #expect(log.lines.isEmpty)
    }

    @Test func リンクの先を変えれば置き換えたことになる() throws {
        let link = directory.path + "/link.sqlite"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let linked = try SQLiteDeviceRegistry.fixture(at: link, log: log)
        _ = try linked.answers(to: [.record(registration(1))])
        try Data().write(to: URL(filePath: backup))

        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: backup)

        #expect(throws: ErrorWrapper.self) { try linked.answers(to: [.record(registration(2))]) }
        try expect(registry.answers(to: [.find(registration(1).key)]), equals: [registration(1)])
    }

    @Test func 閉じるときに別の者のログを消さない() throws {
        try record(0..<10)
        try FileManager.default.moveItem(atPath: folder, toPath: folder + ".old")
        let second = try SQLiteDeviceRegistry.fixture(at: path)
        _ = try second.answers(to: [.record(registration(1))])

        let error = #expect(throws: ErrorWrapper.self) { try registry.close() }

        #expect(error?.system == .dataStore(.damaged(location: path, content: .database)))
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        try expect(second.answers(to: [.record(registration(2))]), equals: [registration(2)])
    }

    private func registration(_ number: Int) -> Registration {
        Registration(
            key: InstallationKey(UUIDv7(at: Timestamp(milliseconds: 0), random: (7, UInt64(number)))), kind: .terminal,
            udid: .fixture(UInt64(number)))
    }

    /// Records the registrations as one batch, some time after the last one.
    private func record(_ numbers: Range<Int>) throws {
        clock.advance(by: .seconds(1))
        try recordAtOnce(numbers)
    }

    private func recordAtOnce(_ numbers: Range<Int>) throws {
        _ = try registry.answers(to: numbers.map { .record(registration($0)) })
    }

    private func find(_ number: Int) throws -> Registration? {
        try registry.answers(to: [.find(registration(number).key)])[0]
    }

    private func checkpoint(_ mode: String) throws {
        try execute("PRAGMA wal_checkpoint(\(mode))")
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
    }
}
#endif
