import Dispatch
import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesSystem

@Suite struct パス {
    @Test(arguments: [("x", true), ("日本語", true), ("a\u{0}b", false), ("a\u{FFFD}", false)])
    func 別のものを指す名前は使わない(path: String, isName: Bool) {
        #expect(path.isName == isName)
    }

    @Test(arguments: [
        (EMFILE, Hindrance.tooManyOpenFiles), (ENFILE, .tooManyOpenFiles), (ENOSPC, .noSpace), (EDQUOT, .noSpace),
        (EACCES, .noPermission), (EPERM, .noPermission), (EROFS, .readOnly), (ENOTDIR, .unusablePlace),
        (ELOOP, .unusablePlace), (EEXIST, .alreadyThere), (EIO, nil), (EFBIG, .sizeLimit), (ENOLCK, .noLocks),
        (ENOSYS, nil), (EOPNOTSUPP, nil),
    ])
    func 妨げになったものはシステムの番号でわかる(code: Int32, hindrance: Hindrance?) {
        #expect(PosixError("open", "x", code: code).hindrance == hindrance)
        let isUnlockable = [ENOLCK, ENOSYS, EOPNOTSUPP].contains(code)
        #expect(PosixError("flock", "x", code: code).hindrance == (isUnlockable ? .noLocks : hindrance))
    }

    @Test func NULより前だけの名前のファイルは開かれない() throws {
        let directory = TemporaryDirectory()
        try directory.write("other", to: "a")

        #expect(throws: PosixError.self) { _ = try FileDescriptor(directory.path + "/a\u{0}b", O_RDONLY) }
    }
}

@Suite struct 持ち主だけのディレクトリ {
    private let directory = TemporaryDirectory()

    @Test(arguments: ["a", "a/", "a/b", "a//b/c", "./a/../a/b"])
    func ないものは上から順に作られる(path: String) throws {
        try PrivateDirectory.make(directory.path + "/" + path)

        try expect(directory.mode(of: path), equals: 0o700)
    }

    @Test func あるものはそのまま() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path + "/a", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])

        try PrivateDirectory.make(directory.path + "/a")

        try expect(directory.mode(of: "a"), equals: 0o755)
    }

    @Test(arguments: ["", "/b", "/b/c"])
    func 行き先のないリンクやファイルの下には作れず終わる(below: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/link", withDestinationPath: directory.path + "/nowhere/at/all")
        try directory.write("", to: "file")

        for name in ["link", "file"] {
            let error = #expect(throws: PosixError.self) {
                try PrivateDirectory.make(directory.path + "/" + name + below)
            }
            #expect(error?.hindrance == (name == "link" ? .missing : .unusablePlace), "\(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/nowhere"))
    }

    /// A process that looks just before another process creates the folder finds it just after.
    @Test func 同時に作っても誰も失敗しない() {
        let failures = Mutex<[String]>([])
        for round in 0..<1500 {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    try PrivateDirectory.make("\(directory.path)/\(round)/a/b")
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }

        #expect(failures.withLock { $0 } == [])
    }

    @Test func 長すぎるパスでも終わる() {
        let error = #expect(throws: PosixError.self) {
            try PrivateDirectory.make(String(repeating: "x/", count: 100_000))
        }

        #expect(error?.hindrance == .unusablePlace)
    }

    @Test func 何も作れないところでは終わる() {
        #expect(throws: PosixError.self) { try PrivateDirectory.make("/proc/.local/state/calearning") }
        #expect(throws: PosixError.self) { try PrivateDirectory.make("") }
    }
}

@Suite struct 新しいフォルダ {
    private let directory = TemporaryDirectory()

    @Test func 中のものが書き出せなければ_何も残らない() async throws {
        let draft = directory.path + "/draft"

        let error = await #expect(throws: PosixError.self) {
            try await NewFolder.make(at: directory.path + "/new", as: draft) {
                try PrivateDirectory.make(draft)
                // A file with such a name is never opened, and so it cannot be flushed.
                try directory.write("", to: "draft/\u{FFFD}")
            }
        }

        #expect(error?.code == EILSEQ)
        try expect(FileManager.default.contentsOfDirectory(atPath: directory.path), equals: [])
    }

    #if !canImport(Darwin)
    /// The system has no disk for the files of this folder, and refuses to flush them.
    @Test func 書き出せないものがあれば失敗する() {
        let error = #expect(throws: PosixError.self) { try NewFolder.flush("/proc/sys/kernel/random") }

        #expect(error?.call == "fsync")
        #expect(error?.path.hasPrefix("/proc/sys/kernel/random") == true)
    }
    #endif
}

@Suite struct 文書のファイル {
    private let directory = TemporaryDirectory()
    private let file: DocumentFile

    init() {
        file = DocumentFile(
            directory: directory.path, name: "document.json",
            format: DocumentFormat(name: "document/1", ownMembers: { [] }), clock: ImmediateClock())
    }

    @Test func 書き直せなければ失敗し_元の内容が残る() async throws {
        try await file.update { $0["a"] = .integer(1) }
        let text = try directory.text(of: "document.json")
        try await file.rewrite { _ in }
        // The temporary file cannot be created.
        try PrivateDirectory.make(file.path + ".tmp")

        let error = await #expect(throws: ErrorWrapper.self) { try await file.rewrite { _ in } }

        #expect(error?.system == .dataStore(.unwritable(location: file.path, content: .state)))
        try expect(directory.text(of: "document.json"), equals: text)
    }

    @Test func 確かめて断れば書き直さない() async throws {
        try await file.update { $0["a"] = .integer(1) }
        let stamp = try #require(FileStamp(file.path))

        let error = await #expect(throws: ErrorWrapper.self) {
            try await file.rewrite { _ throws(ErrorWrapper) in throw ErrorWrapper.interrupted }
        }

        #expect(error?.system == .task(.interrupted))
        #expect(FileStamp(file.path) == stamp)
    }
}
