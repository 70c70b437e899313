#if Server
import HTTPTypes

/// The labels of a request in metrics and traces: few different ones, whatever clients send.
struct RequestLabels: Sendable, Hashable {
    private static let methods: Set<String> = [
        "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
    ]

    /// A method of RFC 9110 or RFC 5789, or `other`.
    let method: String
    /// A path of the service, or `other`.
    let route: String

    /// `endpoint` is the route that the router found for the path: `nil`, or no path at all, if it found none.
    init(method: HTTPRequest.Method, endpoint: String?) {
        self.method = Self.methods.contains(method.rawValue) ? method.rawValue : "other"
        route = endpoint.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "other"
    }

    /// The name of its span as OpenTelemetry has it: with the route, if there is one, and never with a path from a
    /// client.
    var spanName: String {
        let method = method == "other" ? "HTTP" : method
        return route == "other" ? method : "\(method) \(route)"
    }
}
#endif
