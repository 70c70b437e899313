/// An API whose version is read through a tap.
struct TappedVersionedApi: VersionedApi {
    let base: any VersionedApi
    let tap: any RunTap

    func version() async throws(ErrorWrapper) -> Version {
        let endpoint = EndpointVersion(rawValue: "v4")
        let operation = PortOperation<Version>(
            "VersionedApi", "version()",
            outcomes: [
                PossibleOutcome("supported", Version(endpointVersion: endpoint, apiVersion: .supported)),
                PossibleOutcome(
                    "not-supported", Version(endpointVersion: endpoint, apiVersion: ApiVersion(rawValue: 5))),
            ] + PossibleOutcome.apiErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in try await base.version() }
    }
}
