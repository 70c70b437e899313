#if Server
import Hummingbird
import Logging
import Synchronization
import Usecases
import UsecasesTerminal

/// Counts and measures each request, finds its client, gives it an ID, closes its connection if the service is about to
/// end, and logs it: at `debug`, or at `warning` if the service failed.
struct RequestObserver: RouterMiddleware {
    let instruments: ServerInstruments
    let clock: any Clock
    let randomSource: any RandomSource
    let isEnding: EndAnnouncement
    let trustedProxies: [AddressRange]

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = clock.uptime
        let requestID = RequestID.next(randomSource)
        var context = context
        context.requestID = requestID
        context.client = ClientAddress.client(
            behind: context.client, forwarded: request.headers[values: .xForwardedFor], trusting: trustedProxies)
        var response = try await next(request, context)
        let duration = clock.uptime - start
        let labels = RequestLabels(method: request.method, endpoint: context.endpointPath)
        instruments.record(
            method: labels.method, route: labels.route, status: response.status.code, duration: duration)
        response.headers[.xRequestID] = requestID
        if isEnding.value { response.headers[.connection] = "close" }
        context.log(
            response.status.kind == .serverError ? .warning : .debug, "request",
            [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path)",
                "status": "\(response.status.code)", "duration_us": "\(duration.microseconds)",
            ])
        return response
    }
}

/// Whether the service has announced that it is about to end.
final class EndAnnouncement: Sendable {
    private let isMade = Atomic(false)

    var value: Bool { isMade.load(ordering: .relaxed) }

    func announce() {
        isMade.store(true, ordering: .relaxed)
    }
}
#endif
