#if Server
import HTTPTypes

/// What a request is called where such names are kept: few, whatever clients send.
struct RequestLabels: Sendable, Hashable {
    private static let methods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
    ]

    /// As RFC 9110 and RFC 5789 have them, or `other`.
    let method: String
    /// A path of the service, or `other`.
    let route: String

    /// `endpoint` is what the router made of the path: `nil`, or no path at all, where it did not know it.
    init(method: HTTPRequest.Method, endpoint: String?) {
        self.method = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
        route = endpoint.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "other"
    }

    /// What OpenTelemetry calls a span of it: the route, if it has one, and never a path that a client made up.
    var spanName: String {
        let method = method == "other" ? "HTTP" : method
        return route == "other" ? method : "\(method) \(route)"
    }
}
#endif
