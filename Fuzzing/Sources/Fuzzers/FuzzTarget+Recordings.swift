import Foundation
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import UsecasesTerminal

extension FuzzTarget {
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
