import UsecasesAPIClient
import UsecasesTesting

@testable import CalearningTestSupport

enum ServiceFault: CaseIterable {
    case lostConnection, refusal, otherRefusal, otherAnswer, redirect, missingAuthorities

    /// A client of a service with each fault, one after the other.
    static func each<Service>(
        of service: (BaseAddress) -> Service, _ body: (LiveAPIClient<Service>) async throws -> Void
    ) async throws {
        for fault in allCases {
            try await fault.server.withClient(of: service, isTrusted: fault != .missingAuthorities, body)
        }
    }

    private var server: LoopbackServer {
        get throws {
            switch self {
            case .lostConnection, .missingAuthorities: try .sending("")
            case .refusal: try .answering(503, #"{"code":"UNAVAILABLE","title":"Unavailable","message":"Not now."}"#)
            case .otherRefusal: try .answering(502, "<html>", headers: ["Content-Encoding": "gzip"])
            case .otherAnswer: try .answering(200, "<html>")
            case .redirect: try .answering(302, "", headers: ["Location": "http://elsewhere.example/"])
            }
        }
    }
}

extension LoopbackServer {
    /// Provides a client that does not retry. The server is stopped afterwards. Without `isTrusted`, the client calls
    /// it over TLS, and its file of authorities is missing.
    func withClient<Service>(
        of service: (BaseAddress) -> Service, isTrusted: Bool = true,
        _ body: (LiveAPIClient<Service>) async throws -> Void
    ) async throws {
        defer { stop() }
        let address = try BaseAddress("\(isTrusted ? "http" : "https")://127.0.0.1:\(port)")
        let transport = NetworkTransport(authorities: isTrusted ? nil : "/nowhere/authorities.pem")
        try await body(
            LiveAPIClient(service(address), transport: transport.followingRedirects(), clock: ManualClock()))
    }
}
