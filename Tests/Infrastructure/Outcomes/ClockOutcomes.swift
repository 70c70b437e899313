import UsecasesEngine
import UsecasesLaboratory
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport

@testable import CalearningTestSupport

enum ClockOutcomes: OutcomeProducer {
    static let port = Port<any Clock>.name

    static func produce(for outcomes: ProducedOutcomes) async throws {
        for clock in [SystemClock(), StoppedClock(), WorldClock()] as [any Clock] {
            try await outcomes.port(\.clock, clock).sleep(for: .zero)
        }
    }
}
