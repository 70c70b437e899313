import Foundation
import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// What the libraries below the terminal need, because iOS, tvOS, visionOS and watchOS have no `Process`, no `fork` and no
/// terminal. Nothing here compiles them for these systems.
@Suite struct アップルの機器で使えるライブラリ {
    private static let libraries = [
        "APIClient", "Combine", "Engine", "Laboratory", "Presenter", "Runs", "Storage", "System", "Testing",
    ]
    private static let modules: Set = [
        "Combine", "Dispatch", "Foundation", "HTTPTypes", "HTTPTypesFoundation", "Observation", "OpenCombine",
        "Synchronization", "Testing", "UsecasesAPIClient", "UsecasesCCrypto", "UsecasesCCurl", "UsecasesEngine",
        "UsecasesLaboratory", "UsecasesRuns", "UsecasesStorage", "UsecasesSystem",
    ]
    /// The functions of C that every system of Apple has.
    private static let functions: Set = [
        "accept", "access", "bind", "close", "closedir", "closelog", "connect", "dlerror", "dlopen", "dlsym", "fchmod",
        "flock", "free", "fstat", "fsync", "ftruncate", "getentropy", "geteuid", "gethostname", "getpriority",
        "getsockname",
        "in6addr_loopback", "inet_aton", "inet_pton", "kill", "listen", "lstat", "malloc", "memcpy", "memset", "mkdir",
        "opendir", "openlog", "pread", "pthread_sigmask", "read", "readdir", "recv", "rename", "send", "setpriority",
        "sigaddset", "sigemptyset", "sigismember", "socket", "stat", "strerror", "unlink", "vsyslog", "write",
    ]
    /// The functions that only the code for other systems calls, under `#if !canImport(Darwin)`.
    private static let others: Set = ["sigtimedwait", "syscall"]

    @Test(arguments: libraries) func どの機器にもあるモジュールだけをインポートし_プロセスを始めない(library: String) throws {
        let files = try Repository.sources(under: "Libraries/\(library)")

        for file in files {
            #expect(file.importedModules.subtracting(Self.modules).isEmpty, "\(file.path)")
            // Without Foundation, `Process` is a type of the library.
            guard file.importedModules.contains("Foundation") else { continue }
            #expect(!file.code.contains(#/\b(?:Process\(|posix_spawn|NSTask)/#), "\(file.path)")
        }
        #expect(!files.isEmpty)
    }

    @Test(.enabled(if: hasProgram("nm"), "nm lists the symbols"), arguments: libraries)
    func 未定義の関数はどの機器にもある(library: String) async throws {
        let folder = ProgramProcess.executable.deletingLastPathComponent().appending(path: "Usecases\(library).build")
        let objects = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".o") }
        let paths = objects.map { folder.appending(path: $0).path }
        let result = try await ProgramProcess(["nm", "--undefined-only"] + paths, program: "/usr/bin/env").run()
        // Those of Swift and of the compiler begin with other characters.
        let called = Set(result.output.matches(of: #/(?m)^ +U ([a-z][a-z0-9_]*)$/#).map { String($0.1) })
            .filter { !$0.hasPrefix("swift_") && !["ceil", "floor", "rint", "round", "trunc"].contains($0) }

        #expect(result.status == 0)
        #expect(called.subtracting(Self.functions).subtracting(Self.others) == [])
    }
}
