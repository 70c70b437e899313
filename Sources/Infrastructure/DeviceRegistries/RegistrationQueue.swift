#if PostgreSQL
import CoreMetrics
import CalearningDomain
import Usecases

/// The registrations on their way to a PostgreSQL database.
struct RegistrationQueue: Sendable {
    private let batches: Batches<RegistryOperation, Registration?>
    private let work: Batches<RegistryOperation, Registration?>.Work

    init(attempts: PostgreSQLAttempts, address: PostgreSQLAddress, metrics: any MetricsFactory) {
        let division = PostgreSQLDivision(attempts: attempts)
        work = { operations throws(ErrorWrapper) in
            zip(operations, division.perform(operations)).map { operation, outcome in
                outcome.mapError { $0.wrapped(writes: operation.writes, address) }
            }
        }
        batches = Batches(
            limits: .init(lanes: attempts.limits.connections), clock: attempts.clock, metrics: metrics, work: work)
    }

    func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration? {
        try await batches.answer(to: operation)
    }

    func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>] {
        try work(operations)
    }

    func close() {
        batches.close()
    }
}
#endif
