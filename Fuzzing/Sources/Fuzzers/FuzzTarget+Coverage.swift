import Foundation
import Usecases
import UsecasesTesting

@testable import UsecasesLaboratory
@testable import UsecasesTerminal

extension FuzzTarget {
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
}
