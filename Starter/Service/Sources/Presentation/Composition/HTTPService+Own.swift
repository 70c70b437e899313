#if Server
import Logging
import Usecases

/// What only this service does.
extension HTTPService {
    /// The requests that it answers besides those that any service does.
    var ownRoutes: [Route] {
        let status = StatusController(runner: runner(failureMessage: "the status could not be found out"))
        return status.routes()
    }

    /// Returns if the service can do its work, and throws what keeps it from that.
    static func check(_ dependencies: Dependencies) async throws(ErrorWrapper) {}
}
#endif
