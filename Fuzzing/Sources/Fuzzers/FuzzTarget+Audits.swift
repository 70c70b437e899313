import Foundation
import Usecases
import UsecasesTesting

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
                let line = try AuditJSON(report, in: language).jsonLine
                _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
            }
        })
}
