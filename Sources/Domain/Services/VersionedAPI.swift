package import UsecasesEngine

/// An API that reports its version.
package protocol VersionedAPI: Sendable {
    /// Throws `networkUnreachable` or the server's error as a service error. Throws a system error of the API for any
    /// other failure.
    func version() async throws(ErrorWrapper) -> Version
}

extension Port: VersionedAPI where Adapter == any VersionedAPI {
    package func version() async throws(ErrorWrapper) -> Version {
        let endpoint = EndpointVersion(rawValue: "v4")
        return try await call(
            "version()",
            outcomes: [
                PossibleOutcome("supported", Version(endpointVersion: endpoint, apiVersion: .supported)),
                PossibleOutcome(
                    "not-supported", Version(endpointVersion: endpoint, apiVersion: APIVersion(rawValue: 5))),
            ] + PossibleOutcome.apiErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.version() }
    }
}

extension Dependencies {
    package var versionedAPI: Port<any VersionedAPI> {
        get { self[(any VersionedAPI).self] }
        set { self[(any VersionedAPI).self] = newValue }
    }
}

/// The version of an API in its address and in its interface.
package struct Version: Sendable, Hashable, Codable {
    package let endpointVersion: EndpointVersion
    package let apiVersion: APIVersion

    package init(endpointVersion: EndpointVersion, apiVersion: APIVersion) {
        self.endpointVersion = endpointVersion
        self.apiVersion = apiVersion
    }

    /// Whether this application supports the version.
    package var isSupported: Bool { apiVersion == .supported }
}

/// The version in an API's address, such as `v4`.
package struct EndpointVersion: Sendable, Hashable, Codable, RawRepresentable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The number of an API's version.
package struct APIVersion: Sendable, Hashable, Codable, RawRepresentable {
    /// The version that this application supports.
    package static let supported = APIVersion(rawValue: 4)

    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension Version: CustomStringConvertible {
    package var description: String { "\(endpointVersion.rawValue), \(apiVersion.rawValue)" }
}
