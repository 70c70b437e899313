import CalearningApplication
import CalearningDomain
import Foundation
import HTTPTypes
import Testing
import Usecases
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import CalearningPresentation
@testable import UsecasesAPIClient
@testable import UsecasesService
@testable import UsecasesTerminal

#if Server
import ArgumentParser

@testable import UsecasesTelemetry
#endif

/// Reads the inputs that fuzzers have found or begin with, in a second or two: none ends the program. `Scripts/fuzz.sh 0` checks
/// what else is promised of them: see `docs/fuzzing.md`.
@Suite(.timeLimit(.minutes(5))) struct ファザーの入力 {
    private typealias Reader = @Sendable ([UInt8]) async throws -> Void

    private static let known = Task { await CompositionRoot.knownWays() }

    @Test(arguments: readers.keys.sorted()) func どの入力を読んでもプログラムは終わらない(folder: String) async throws {
        let names = try Repository.names(in: "Fuzzing/Corpus/\(folder)")
        let read = try #require(Self.readers[folder])

        #expect(!names.isEmpty)
        for name in names {
            do {
                try await read([UInt8](try Repository.data(of: "Fuzzing/Corpus/\(folder)/\(name)")))
            } catch let promise as BrokenPromise {
                Issue.record("\(folder)/\(name): \(promise)")
            } catch {
                // Another error refuses the input.
            }
        }
    }

    /// What reads the inputs of a folder.
    private static let readers: [String: Reader] = {
        var readers: [String: Reader] = [
            "accounts": { bytes in
                let directory = try directory(with: bytes, in: "accounts.json")
                _ = try await FileAccountRegistry(directory: directory.path, clock: ImmediateClock())
                    .account(named: .example)
            },
            "audits": { bytes in
                var audit = Audit(await known.value)
                var runs = ObservedRuns(content: bytes)
                while let piece = try runs.next() {
                    switch piece {
                    case .events(let events): for event in events { audit.add(event) }
                    case .loss: audit.loseAll()
                    }
                }
                audit.end()
                _ = Language.allCases.map { AuditText(audit, in: $0).lines }
            },
            "coverage": { _ = try CoverageFile.coverage(in: Data($0), from: "fuzzed") },
            "fields": { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                _ = (InstallationKey(text), UDID(text), UUIDv7(text), GitHubLogin(text))
                _ = (TraceContext(traceparent: text), Timestamp(httpDate: text), BaseAddress.redacted(text))
                _ = RetryAfter([.retryAfter: text])?.pause(from: .example)
                _ = try BaseAddress(text)
            },
            "har": { bytes in
                let archive = try JSONDecoder().decode(Har.self, from: Data(bytes))
                _ = (try archive.encoded(), try StubTransport(replaying: archive, clock: ImmediateClock()))
            },
            "hashes": { _ = ScryptHash(String(decoding: $0, as: UTF8.self)) },
            "heads": { bytes in
                var reader = ResponseHeadReader()
                for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
                    _ = try reader.read(line + [0x0A])
                }
            },
            "journals": { bytes in
                let name = "journal/Boot-0198c1a2-7b3c-7def-8123-456789abcdef.jsonl"
                let directory = try directory(with: bytes, in: name)
                let journal = FileJournal(directory: directory.path, clock: ImmediateClock())
                _ = try await Boot.interact(from: Boot.initial, with: .fixture(journal: journal))
            },
            "keys": { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                _ = (DisplayEvent.Key.keys(in: bytes), text.wrapped(to: 20), text.printable.truncated(to: 20))
            },
            "recordings": { _ = try await CompositionRoot.replay(try Recording(Data($0)), from: "fuzzed") },
            "registries": { bytes in
                let directory = try directory(with: bytes, in: "registry.json")
                try await FileDeviceRegistry(directory: directory.path, clock: ImmediateClock()).check()
            },
            "stores": { bytes in
                let directory = try directory(with: bytes, in: "store.json")
                let store = FileDataStore.fixture(at: directory.path, clock: ImmediateClock())
                try await store.save(DeviceMemory.keys.hasCompletedTutorial.with(true))
            },
        ]
        #if os(Linux)
        readers["codings"] = { bytes in
            for name in ["gzip", "deflate", "br"] {
                let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: name])
                _ = try? ContentDecoder(for: head)?.decode(Data(bytes.dropFirst(2)), upTo: 1000, status: 200)
            }
        }
        #endif
        #if Server
        readers["bodies"] = { _ = try JSONReader.members(of: $0) }
        readers["configuration"] = { bytes in
            let directory = try directory(with: bytes, in: "c.json")
            try checkSettings(in: ["CALEARNING_CONFIGURATION": directory.path + "/c.json"])
        }
        readers["environment"] = { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            }
            try checkSettings(
                in: Dictionary(lines.map { ("CALEARNING_" + $0[0], $0.last ?? "") }, uniquingKeysWith: { $1 }))
        }
        readers["forwarded"] = { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
            guard lines.count > 1, let peer = ClientAddress(lines[0]) else { return }
            let ranges = lines[1].split(separator: ",").compactMap { AddressRange(String($0)) }
            _ = ClientAddress.client(behind: peer, forwarded: Array(lines[2...]), trusting: ranges)
        }
        readers["log-lines"] = { bytes in
            var line = JSONLine()
            line.append("message", String(decoding: bytes, as: UTF8.self))
            _ = line.finished()
        }
        #endif
        #if PostgreSQL
        readers["database-addresses"] = { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = try PostgreSQLAddress(text).redact("failed: \(text)")
        }
        #endif
        return readers
    }()

    private static func directory(with bytes: [UInt8], in name: String) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        let file = URL(filePath: directory.path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return directory
    }

    #if Server
    /// The fuzzers cannot reach these settings, because they belong to the program.
    private static func checkSettings(in variables: [String: String]) throws {
        let told: String
        do {
            let environment = ["HOME": "/home/someone", "XDG_STATE_HOME": "/state"].merging(variables) { $1 }
            let settings = try ServerOptions<CompositionRoot>.parse([]).settings(in: environment)
            told = settings.summary(for: CompositionRoot.self)
        } catch let error as ValidationError {
            told = error.message
        }
        try promise(!told.isEmpty && !told.contains("hunter2"), "a password is told to nobody: \(told)")
    }
    #endif
}
