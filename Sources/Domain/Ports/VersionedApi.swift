package import Usecases

/// An API that reports its version.
package protocol VersionedApi: Sendable {
    /// Throws `ネットワーク接続不可` or the server's refusal as a service error, and a system error of the API for any other
    /// failure.
    func version() async throws(ErrorWrapper) -> Version
}

extension Port: VersionedApi where Adapter == any VersionedApi {
    package func version() async throws(ErrorWrapper) -> Version {
        let endpoint = EndpointVersion(rawValue: "v4")
        return try await call(
            "version()",
            outcomes: [
                PossibleOutcome("supported", Version(endpointVersion: endpoint, apiVersion: .supported)),
                PossibleOutcome(
                    "not-supported", Version(endpointVersion: endpoint, apiVersion: ApiVersion(rawValue: 5))),
            ] + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.version() }
    }
}

extension Dependencies {
    package var versionedApi: Port<any VersionedApi> {
        get { self["VersionedApi"] }
        set { self["VersionedApi"] = newValue }
    }
}
