#if Server
import Domain
import Logging
import Usecases

/// What only this service does.
extension HTTPService {
    /// The requests that it answers besides those that any service does.
    var ownRoutes: [Route] {
        let udids = UdidController(
            runner: runner(failureMessage: "registration failed"),
            instruments: RegistrationInstruments(metrics: telemetry.metrics))
        let accounts = AccountController(
            runner: runner(failureMessage: "account request failed"), clock: dependencies.clock,
            passwordLimiter: settings.passwordRateLimit.map {
                RateLimiter(rate: $0, burst: .seconds(10), clock: dependencies.clock)
            },
            passwordQueue: FairQueue(count: CompositionRoot.passwordThreads, waiting: 32))
        return udids.routes() + accounts.routes()
    }

    /// Returns if the service can do its work, and throws what keeps it from that.
    static func check(_ dependencies: Dependencies) async throws(ErrorWrapper) {
        try await dependencies.deviceRegistry.check()
    }
}
#endif
