/// The version of an API: of its address, and of the interface behind it.
package struct Version: Sendable, Hashable, Codable {
    package let endpointVersion: EndpointVersion
    package let apiVersion: ApiVersion

    package init(endpointVersion: EndpointVersion, apiVersion: ApiVersion) {
        self.endpointVersion = endpointVersion
        self.apiVersion = apiVersion
    }

    /// Whether this application supports it.
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
package struct ApiVersion: Sendable, Hashable, Codable, RawRepresentable {
    /// The version that this application was written for.
    package static let supported = ApiVersion(rawValue: 4)

    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension Version: CustomStringConvertible {
    package var description: String { "\(endpointVersion.rawValue), \(apiVersion.rawValue)" }
}
