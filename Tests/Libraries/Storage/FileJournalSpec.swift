import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@Suite struct ファイルのジャーナル {
    private let directory = TemporaryDirectory()
    private let journal: FileJournal
    private let store = InMemoryDataStore()
    private let office = StubOffice()

    init() {
        journal = FileJournal(directory: directory.path, clock: PatientClock())
    }

    private func enrol(_ taps: any Tap...) async throws -> Scenario<Enrol> {
        var dependencies = Dependencies.testing(dataStore: store, journal: journal) { $0.office.adapter = office }
        dependencies.taps = taps
        return try await Enrol.interact(from: Enrol.initial, with: dependencies)
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory.path + "/journal")
                .filter { $0.hasSuffix(".jsonl") }.map { "journal/" + $0 }
        }
    }

    @Test func 持ち主だけのもの() async throws {
        await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol(Crash(at: 3, .after)) }

        let file = try #require(try files.first)
        try expect(directory.mode(of: file), equals: 0o600)
        try expect(directory.mode(of: "journal"), equals: 0o700)
    }

    @Test(.enabled(if: geteuid() == 0)) func 別のユーザのディレクトリのものからは続けず_消しもしない() async throws {
        await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol(Crash(at: 3, .after)) }
        let left = try files
        chown(directory.path + "/journal", 65534, 65534)

        let unfinished = await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol() }
        let refused = await #expect(throws: ErrorWrapper.self) { try await journal.discard() }

        #expect(unfinished?.error.hindrance == .foreignOwner && unfinished?.walk.passages.isEmpty == true)
        #expect(refused?.hindrance == .foreignOwner)
        #expect(left.count == 1)
        try expect(files, equals: left)
    }

    @Test func 続きから行える実行だけがジャーナルを書くスレッドの上で進む() async throws {
        let (durable, fleeting) = (ExecutorTap(of: journal), ExecutorTap(of: journal))
        var dependencies = Dependencies.testing(dataStore: store, journal: journal) { $0.office.adapter = office }
        dependencies.taps = [fleeting]

        _ = try await enrol(durable)
        _ = try await FinishGuide.interact(from: FinishGuide.initial, with: dependencies)

        #expect(Set(durable.isThere) == [true])
        #expect(Set(fleeting.isThere) == [false])
    }

    @Test func どこで切れていても同じ鍵で同じゴールに着く() async throws {
        await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol(Crash(at: 5, .after)) }
        let file = try #require(try files.first)
        let whole = try directory.text(of: file)

        for size in stride(from: 0, through: whole.utf8.count, by: 43) {
            try directory.write(String(decoding: whole.utf8.prefix(size), as: UTF8.self), to: file)
            let scenario = try await enrol()

            #expect(scenario.goal == .案内を読んだ記録がない場合_アプリは案内を表示)
            try expect(files, equals: [], "\(size)")
        }
        #expect(journal.mismatches == [])
        #expect(Set(office.tickets).count == 1)
    }

    @Test(arguments: [
        ("\"version\":1", "\"version\":2"), ("\"usecase\":\"Enrol\"", "\"usecase\":\"FinishGuide\""),
        ("\"actor\":\"user\"", "\"actor\":\"application\""), ("{\"begin\"", "}\"begin\""),
        ("get(_:orSave:)", "find(_:)"), ("\"returned\":\"", "\"returned\":17,\"x\":\""),
    ])
    func ほかのものや壊れたものからは続けず新しく始める(text: String, replacement: String) async throws {
        await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol(Crash(at: 5, .after)) }
        let file = try #require(try files.first)
        try directory.write(directory.text(of: file).replacing(text, with: replacement), to: file)

        let scenario = try await enrol()

        #expect(scenario.scenes.count >= 3)
        #expect(Set(office.tickets).count == 1)
        #expect(journal.mismatches == ["Enrol"])
        try expect(files, equals: [])
    }

    @Test func 前の版がもっと変えていたら_やり直したと分かる() async throws {
        await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol(Crash(at: 5, .after)) }
        let file = try #require(try files.first)
        let text = try directory.text(of: file)
        let run = try #require(text.firstMatch(of: #/"run":"([^"]+)"/#)?.output.1)
        let more = ["false", "true"].map { changes in
            """
            {"call":{"arguments":["hasReadGuide"],"operation":"get(_:)","ordinal":9,"outcome":{"returned":null},\
            "port":"DataStore","run":"\(run)"},"changes":\(changes),"redacted":false}

            """
        }
        try directory.write(text + more.joined(), to: file)

        _ = try await enrol()

        #expect(journal.mismatches == ["Enrol"])
        try expect(files, equals: [])
    }

    /// A child process that is being started shares the descriptors of its parent for a short time.
    @Test func ほかのプロセスが記述子を持っていても終わった実行のものは引き継がれる() async throws {
        let run = try await Self.started(in: journal)
        let inherited = try Self.duplicate(ofDescriptorOf: directory.path + "/" + #require(try files.first))
        defer { close(inherited) }
        try await run.end(.failure(.interrupted))

        _ = try await enrol()

        try expect(files, equals: [])
    }

    /// Returns the inode number of the file and the number of its device.
    private static func identity(of path: String) -> [NSNumber?]? {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        return attributes.map { [$0[.systemFileNumber] as? NSNumber, $0[.systemNumber] as? NSNumber] }
    }

    private static func duplicate(ofDescriptorOf path: String) throws -> Int32 {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap { Int32($0) }
        let wanted = try #require(identity(of: path))
        let number = descriptors.first { identity(of: "/dev/fd/\($0)") == wanted }
        return dup(try #require(number))
    }

    @Test func 走っている実行のものは引き継がない() async throws {
        let run = try await Self.started(in: journal)
        let file = try #require(try files.first)

        _ = try await enrol()

        try expect(files, equals: [file])
        try await run.end(.failure(.interrupted))
    }

    /// A journal that stays would be resumed, although its run has ended.
    @Test(arguments: [false, true]) func 消せないジャーナルは告げられ_もうないものは消えている(isMissing: Bool) async throws {
        let run = try await Self.started(in: journal)
        let path = directory.path + "/" + (try #require(try files.first))
        try FileManager.default.removeItem(atPath: path)
        if !isMissing { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

        var error: ErrorWrapper?
        do throws(ErrorWrapper) {
            try await run.end(.failure(.service(error: .client(.networkUnreachable))))
        } catch let thrown {
            error = thrown
        }

        #expect(error?.system == (isMissing ? nil : .dataStore(.unwritable(location: path, content: .state))))
    }

    /// Begins a run that has changed something and does not continue.
    private static func started(in journal: FileJournal) async throws -> any RunTap {
        let run = UUIDv7(clock: SystemClock(), randomSource: SystemRandomSource())
        let tap = try await journal.begin(
            RunDescription(run: run, usecase: "Enrol", actor: .user), at: Enrol.initial.scene.tapped)
        let dependencies = Dependencies.testing().tapped(by: tap)
        _ = try await dependencies.dataStore.get(
            Membership.ticket, orSave: "t")
        return tap
    }

    @Test func 書けなければ外を変える前に失敗する() async throws {
        // With a directory at the path of the lock, no journal can be created.
        try FileManager.default.createDirectory(
            atPath: directory.path + "/journal/lock", withIntermediateDirectories: true)

        let unfinished = await #expect(throws: UnfinishedScenario<Enrol>.self) { try await enrol() }

        #expect(unfinished?.error.name == "書き込みに失敗")
        #expect(office.tickets == [])
        try await expect(store.get(Membership.ticket), equals: nil)
    }
}

/// A tap that records for each call whether it ran on the executor of the journal.
private final class ExecutorTap: Tap, RunTap {
    private let executor: UnownedTaskExecutor?
    private let calls = Mutex<[Bool]>([])

    init(of journal: any Journal) {
        executor = journal.executor?.asUnownedTaskExecutor()
    }

    var isThere: [Bool] { calls.withLock { $0 } }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        let own = withUnsafeCurrentTask { $0?.unownedTaskExecutor }
        calls.withLock { $0.append(own != nil && own == executor) }
        return try await performing()
    }
}
