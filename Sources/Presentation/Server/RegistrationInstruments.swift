#if Server
import CalearningDomain
import Metrics
import Usecases

/// The metrics of registrations. Their names and meanings are in `docs/operating.md`.
struct RegistrationInstruments: Sendable {
    /// How a registration ended.
    enum Outcome: String, CaseIterable {
        case issued
        case known
        case refused
        case failed
    }

    private let registrations: [Outcome: Counter]

    init(metrics: any MetricsFactory) {
        registrations = Dictionary(
            uniqueKeysWithValues: Outcome.allCases.map { outcome in
                let dimensions = [("outcome", outcome.rawValue)]
                return (
                    outcome,
                    Counter(label: "\(Product.own.name)_registrations_total", dimensions: dimensions, factory: metrics)
                )
            })
    }

    func count(_ outcome: Outcome) {
        registrations[outcome]?.increment()
    }
}
#endif
