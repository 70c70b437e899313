import Dispatch
import Foundation
import Synchronization
import Testing
import Usecases

@testable import CalearningTestSupport
@testable import UsecasesSystem

@Suite struct パス {
    @Test(arguments: [
        ("x", "."), ("x/", "."), ("x//", "."), ("0", "."), (".", "."), ("..", "."), ("x/y", "x"), ("x/y/", "x"),
        ("x//y", "x"), ("./x", "."), ("../x", ".."), ("/x", "/"), ("//x", "/"), ("/x/", "/"), ("/x/y", "/x"),
        ("が/ぎ", "が"), ("か\u{3099}/y", "か\u{3099}"), ("a\u{301}", "."), ("x/.", "x"), ("/", nil), ("//", nil), ("", nil),
    ])
    func 親ディレクトリはバイトで決まる(path: String, parent: String?) {
        #expect(path.parentDirectory.map { Array($0.utf8) } == parent.map { Array($0.utf8) })
    }

    @Test(arguments: [("x", true), ("日本語", true), ("a\u{0}b", false), ("a\u{FFFD}", false)])
    func 別のものを指す名前は使わない(path: String, isName: Bool) {
        #expect(path.isName == isName)
    }

    @Test(arguments: [
        (EMFILE, Hindrance.tooManyOpenFiles), (ENFILE, .tooManyOpenFiles), (ENOSPC, .noSpace), (EDQUOT, .noSpace),
        (EACCES, .noPermission), (EPERM, .noPermission), (EROFS, .readOnly), (ENOTDIR, .unusablePlace),
        (ELOOP, .unusablePlace), (EEXIST, .alreadyThere), (EIO, nil),
    ])
    func 妨げになったものはシステムの番号でわかる(code: Int32, hindrance: Hindrance?) {
        #expect(PosixError("open", "x", code: code).hindrance == hindrance)
    }

    @Test func NULより前だけの名前のファイルは開かれない() throws {
        let directory = try TemporaryDirectory()
        try directory.write("other", to: "a")

        #expect(throws: PosixError.self) { _ = try FileDescriptor(directory.path + "/a\u{0}b", O_RDONLY) }
    }
}

@Suite struct 持ち主だけのディレクトリ {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: ["a", "a/", "a/b", "a//b/c", "./a/../a/b"])
    func ないものは上から順に作られる(path: String) throws {
        try PrivateDirectory.make(directory.path + "/" + path)

        #expect(try directory.mode(of: path) == 0o700)
    }

    @Test func あるものはそのまま() throws {
        try FileManager.default.createDirectory(
            atPath: directory.path + "/a", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])

        try PrivateDirectory.make(directory.path + "/a")

        #expect(try directory.mode(of: "a") == 0o755)
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
