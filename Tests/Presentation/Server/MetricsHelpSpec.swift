#if Server
import CalearningDomain
import Foundation
import Metrics
import Testing
import UsecasesEngine
import UsecasesTelemetry
import UsecasesTestSupport

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

@Suite struct 計測の説明 {
    /// The names of all instruments in the sources.
    private static var names: Set<String> {
        get throws {
            let label =
                #/
                (?: (?:Counter|Gauge|Meter|Recorder|Timer) \( \s* label:\s | OutcomeCounters \( \s* )
                "( (?: \\\( (?: Product\.own\.name | product\.name | prefix ) \) )? [a-z_]+ )"
                /#
            return try Set(
                ["Libraries", "Sources"].flatMap { try Repository.files(under: $0) }.flatMap { path in
                    try Repository.text(of: path).matches(of: label).map {
                        String($0.1).replacing(#/\\\(.*\)/#, with: Product.own.name)
                    }
                })
        }
    }

    @Test func どの計器にも説明があり_ない計器の説明はない() throws {
        let names = try Self.names

        #expect(names.count > 10)
        #expect(names.subtracting(CompositionRoot.allMetricsHelp.keys).sorted() == [])
        #expect(Set(CompositionRoot.allMetricsHelp.keys).subtracting(names).sorted() == [])
    }

    @Test func 説明は計測と共に書かれる() throws {
        let metrics = PrometheusMetrics(help: CompositionRoot.allMetricsHelp)
        for name in try Self.names { Counter(label: name, factory: metrics).increment() }

        let lines = metrics.text.split(separator: "\n")

        #expect(lines.count { $0.hasPrefix("# HELP ") } == lines.count { $0.hasPrefix("# TYPE ") })
    }
}
#endif
