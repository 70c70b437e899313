import Foundation
import UsecasesEngine
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningDomain
@testable import CalearningInfrastructure
@testable import UsecasesLaboratory
@testable import UsecasesStorage
@testable import UsecasesTerminal

extension FuzzTarget {
    private static let known = Task { await FuzzedProgram.knownWays() }

    /// Each run that has begun is counted once, in any file.
    static let audits = FuzzTarget(
        name: "audits", sizeLimit: 32 << 10,
        check: .later { bytes in
            var audit = Audit(await known.value)
            var runs = ObservedRuns(content: bytes)
            while let piece = try runs.next() {
                switch piece {
                case .events(let events): for event in events { audit.add(event) }
                case .loss: audit.loseAll()
                }
            }
            audit.end()
            let counts = audit.counts
            let unknown = audit.unknownUsecases.values.reduce(audit.furtherUnknown, +)
            let judged = [
                counts.known, counts.deviated, counts.interrupted, counts.withoutJournal, counts.refused,
                counts.unended, counts.incomplete, unknown,
            ]
            try promise(judged.reduce(0, +) == counts.runs, "every run is counted once")
            try promise(audit.runs.reduce(unknown, +) == counts.runs, "every run is of a use case")
            try promise(audit.happened.joined().reduce(0, +) == counts.known, "a known run is of a scenario")
            let report = AuditReport(
                audit: audit, files: [AuditReport.File(path: "fuzzed", flaws: runs.flaws, error: nil)])
            for language in Language.allCases {
                try promise(!AuditText(audit, in: language).lines.isEmpty, "an audit has lines")
                let line = try AuditJSON(report: report, language: language).jsonLine
                _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
            }
        })

    /// A coverage file is read, or rejected with the number of the faulty line.
    static let coverage = FuzzTarget(
        name: "coverage", sizeLimit: 16 << 10,
        check: .now { bytes in
            do {
                let coverage = try CoverageFile.coverage(in: Data(bytes), from: "fuzzed")
                let name = ScenarioName(scenes: [], failure: nil)
                try promise(
                    (coverage.state(of: name, in: "Boot") == .uncovered)
                        == coverage.specs(of: name, in: "Boot").isEmpty,
                    "what has specs is covered")
            } catch let error as ErrorWrapper {
                guard let damage = error.causedBy as? CoverageDamage else { throw BrokenPromise("the line is told") }
                try promise((1...bytes.count { $0 == 10 } + 1).contains(damage.line), "the line is there")
                try promise(damage.reason.utf8.count < 1000 + bytes.count, "a reason is short")
            }
        })

    /// A journal with any contents spoils at most one run, and never changes the identity of the installation.
    static let journals = FuzzTarget(
        name: "journals", sizeLimit: 32 << 10,
        check: .later { bytes in
            let directory = try TemporaryDirectory()
            let folder = directory.path + "/journal"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: folder + "/Boot-0198c1a2-7b3c-7def-8123-456789abcdef.jsonl"))
            let clock = FuzzClock()
            let store = InMemoryDataStore()
            let key = InstallationKey(UUIDv7(at: clock.now, random: (1, 2)))
            await store.save(DeviceMemory.keys.installationKey.with(key))
            let random = SeededRandomSource()
            var dependencies = Dependencies(clock: clock, randomSource: random) {
                $0.dataStore.adapter = store
                $0.backend.adapter = EmbeddedBackend(
                    server: Dependencies(clock: clock, randomSource: random) {
                        $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
                    })
            }
            dependencies.journal.adapter = FileJournal(directory: directory.path, clock: clock)

            do throws(UnfinishedScenario<Boot>) {
                _ = try await Boot.interact(from: Boot.initial, with: dependencies)
            } catch {
                // The journal contained a failure.
                _ = "\(error.error)"
            }
            do throws(UnfinishedScenario<Boot>) {
                _ = try await Boot.interact(from: Boot.initial, with: dependencies)
            } catch {
                throw BrokenPromise("the run after the next one reaches its goal: \(error.error)")
            }

            let rest = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
            try promise(rest.isEmpty, "no journal is left behind")
            try promise(
                try await store.get(DeviceMemory.keys.installationKey) == key, "the installation keeps its key")
        })

    /// A recording is replayed and reported, or rejected.
    static let recordings = FuzzTarget(
        name: "recordings", sizeLimit: 32 << 10,
        check: .later { bytes in
            guard let recording = try? Recording(Data(bytes)) else { return }
            try promise(!recording.runs.isEmpty, "a recording has a run")
            let runs: [ReplayedRun]
            do throws(ErrorWrapper) {
                runs = try await FuzzedProgram.replay(recording, from: "fuzzed")
            } catch {
                return try promise(ExitStatus(error) == .badData, "what is refused is bad data: \(error)")
            }
            try promise(runs.count == recording.runs.count, "every run is replayed")
            for run in runs {
                for language in Language.allCases {
                    try promise(!run.lines(in: language).isEmpty, "a run has lines")
                    for remark in run.remarks { _ = remark.sentence.text(in: language) }
                    let line = try JSONReport(report: run.report, language: language).jsonLine
                    try promise(!line.contains("\n"), "a report is one line")
                    _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
                }
            }
        })
}
