import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesAPIClient
@testable import UsecasesStorage
@testable import UsecasesSystem

@Suite(.timeLimit(.minutes(5))) struct 外から来るファイル {
    private let directory = TemporaryDirectory()
    private var path: String { directory.path + "/file" }

    /// Creates a sparse file. It takes no space on the disk.
    private func makeFile(bytes: Int) throws {
        try directory.write("", to: "file")
        guard truncate(path, off_t(bytes)) == 0 else { throw POSIXError(.EIO) }
    }

    @Test func 上限までは読みそれより大きければ断る() throws {
        try makeFile(bytes: 100)

        try expect(InputFile.read(path, limit: 100).count, equals: 100)
        #expect(throws: InputFile.Flaw.tooLarge(path: path, limit: 99)) { try InputFile.read(path, limit: 99) }
    }

    /// Only root can give files to other users.
    @Test func 秘密のファイルは_ほかの人が中身を決められるなら断る() async throws {
        let links = [path, directory.path + "/link"]
        await forAll(100) { choices in
            (
                choices.number(in: mode_t(0)...0o777), choices.one(of: [nil, nil, uid_t(1)]),
                choices.one(of: [nil, nil, uid_t(1)])
            )
        } holds: { mode, owner, linkOwner in
            for link in links { unlink(link) }
            try directory.write("secret", to: "file")
            try FileManager.default.createSymbolicLink(atPath: links[1], withDestinationPath: path)
            let isForeign = zip(links, [owner, linkOwner]).map { link, owner in
                owner.map { lchown(link, $0, 0) == 0 } ?? false
            }
            chmod(path, mode | 0o400)
            let found = links.map { link in Result { try InputFile.read(link, isSecret: true) } }

            for (index, found) in found.enumerated() {
                let expected: Hindrance? =
                    isForeign[0] || index == 1 && isForeign[1]
                    ? .foreignOwner : mode & 0o022 != 0 ? .openToOthers : nil
                switch found {
                case .success(let data): try promise(expected == nil && data == Data("secret".utf8), "\(links[index])")
                case .failure(let error): try promise((error as? InputFile.Flaw)?.hindrance, is: expected)
                }
            }
        }
        // The file belongs to the test again.
        lchown(path, geteuid(), getegid())
    }

    @Test func パイプもデバイスもディレクトリも待たずに断る() throws {
        #expect(mkfifo(path, 0o600) == 0)
        let writer = open(path, O_RDWR)
        defer { close(writer) }

        for path in [path, "/dev/zero", "/dev/tty0", directory.path] {
            let error = #expect(throws: InputFile.Flaw.self) { try InputFile.read(path) }
            #expect(error != .tooLarge(path: path, limit: InputFile.sizeLimit), "\(path)")
        }
        #expect(throws: InputFile.Flaw.irregular(path: path)) { try InputFile.read(path) }
        #expect(throws: InputFile.Flaw.irregular(path: "/dev/zero")) { try InputFile.read("/dev/zero") }
    }

    @Test func ストアの場所のパイプは空とみなさない() async throws {
        #expect(mkfifo(directory.path + "/store.json", 0o600) == 0)
        let store = FileDataStore.fixture(at: directory.path)

        let error = await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number) }

        #expect(error?.hindrance == .irregularFile)
        #expect(error?.system == .dataStore(.unreadable(location: store.location, content: .state)))
    }

    @Test func 大きすぎるストアも記録も読みきらずに断る() async throws {
        try makeFile(bytes: 3 << 30)
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/store.json", withDestinationPath: path)
        let store = FileDataStore.fixture(at: directory.path)

        let storeError = await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number) }
        let recordingError = #expect(throws: ErrorWrapper.self) { try RecordingFile.read(path) }

        #expect(storeError?.system == .dataStore(.damaged(location: store.location, content: .state)))
        #expect(recordingError?.system == .dataStore(.damaged(location: path, content: .recording)))
        #expect(throws: InputFile.Flaw.tooLarge(path: path, limit: InputFile.sizeLimit)) {
            try StubAnswer.fixture(URL(filePath: path))
        }
    }

    @Test func 新しいバージョンのストアは壊れているのではなく新しいとされる() async throws {
        let store = FileDataStore.fixture(at: directory.path)

        for (format, hindrance) in [
            ("sample.store/2", Hindrance.newerVersion), ("sample.store/10", .newerVersion),
            ("sample.store/0", nil), ("other/2", nil), ("sample.store/x", nil),
        ] {
            try directory.write(#"{"format":"\#(format)","number":"u"}"#, to: "store.json")
            let error = await #expect(throws: ErrorWrapper.self) { try await store.get(Membership.number) }
            #expect(error?.hindrance == hindrance, "\(format)")
        }
    }

    @Test(arguments: [99, 100, 500, 510, 100_000])
    func 深さの上限までの値は残り_深すぎる値のあるストアは読まれるときに断られる(depth: Int) async throws {
        let nested = String(repeating: "[", count: depth + 1) + String(repeating: "]", count: depth + 1)
        try directory.write(#"{"format":"sample.store/1","x":\#(nested)}"#, to: "store.json")
        let store = FileDataStore.fixture(at: directory.path)

        let saving = await Result(of: { () async throws(ErrorWrapper) in
            try await store.save(Membership.hasReadGuide.with(true))
        })

        guard case .failure(let error) = saving else {
            return try expect(directory.text(of: "store.json").filter { $0 == "[" }.count, equals: 100)
        }
        #expect(depth >= 100)
        #expect(error.system == .dataStore(.damaged(location: store.location, content: .state)))
    }

    @Test func ジャーナルのディレクトリにあるパイプもリンクもディレクトリも待たずに残される() async throws {
        let journals = directory.path + "/journal"
        try PrivateDirectory.make(journals + "/Enrol-3.jsonl")
        #expect(mkfifo(journals + "/Enrol-1.jsonl", 0o600) == 0)
        symlink("/etc/passwd", journals + "/Enrol-2.jsonl")
        let journal = FileJournal(directory: directory.path, clock: PatientClock())
        let run = RunDescription(run: UUIDv7(at: .example, random: (1, 1)), usecase: "Enrol", actor: .user)

        _ = try await journal.begin(run, at: Enrol.initial.scene.tapped)
        try await journal.discard()

        let names = try FileManager.default.contentsOfDirectory(atPath: journals)
        #expect(names.filter { $0.hasSuffix(".jsonl") }.sorted() == (1...3).map { "Enrol-\($0).jsonl" })
    }
}
