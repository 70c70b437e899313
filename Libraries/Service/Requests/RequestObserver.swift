#if Server
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import Synchronization
import UsecasesEngine
import UsecasesTerminal

/// Counts and measures each request, determines its client, and gives it an ID. It closes the connection if the service
/// is about to end. It logs the request at `debug`, or at `warning` if the service failed.
struct RequestObserver: RouterMiddleware {
    let instruments: ServerInstruments
    let clock: any Clock
    let randomSource: any RandomSource
    let isEnding: EndAnnouncement
    let trustedProxies: [AddressRange]
    let unreadable: UnreadableAddresses

    @concurrent func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let start = clock.uptime
        let requestID = RequestID.next(randomSource)
        var context = context
        context.requestID = requestID
        let origin = ClientAddress.client(
            behind: context.client, forwarded: request.headers[values: .xForwardedFor], trusting: trustedProxies)
        context.client = origin.client
        if let text = origin.unreadable { unreadable.report(text, from: origin.client) }
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

/// Counts texts of `X-Forwarded-For` that are not addresses, and logs one of them each minute.
struct UnreadableAddresses: Sendable {
    private let count: Counter
    private let lines: RateLimiter
    private let logger: Logger

    init(_ telemetry: HTTPService.Telemetry, clock: any Clock) {
        count = Counter(label: "http_unreadable_addresses_total", factory: telemetry.metrics)
        lines = RateLimiter(rate: 1 / 60, clock: clock)
        logger = telemetry.logger
    }

    func report(_ text: String, from proxy: ClientAddress) {
        count.increment()
        guard lines.take(for: .unknown) == nil else { return }
        logger.warning(
            "X-Forwarded-For is not an address, so all clients of the proxy share the limits of one client",
            metadata: ["proxy": "\(proxy)", "text": "\(text)"])
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

/// The labels of a request in metrics and traces. Their number is limited, regardless of the requests of clients.
struct RequestLabels: Sendable, Hashable {
    private static let methods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
    ]

    /// A method of RFC 9110 or RFC 5789, or `other`.
    let method: String
    /// A path of the service, or `other`.
    let route: String

    /// Creates the labels. `endpoint` is the route of the router. Without a route, it is `nil` or not a path.
    init(method: HTTPRequest.Method, endpoint: String?) {
        self.method = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
        route = endpoint.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "other"
    }

    /// The name of the span according to OpenTelemetry. It includes the route, if one was found, and never a path from
    /// a client.
    var spanName: String {
        let method = method == "other" ? "HTTP" : method
        return route == "other" ? method : "\(method) \(route)"
    }
}
#endif
