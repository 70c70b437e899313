package import Domain

/// Issues UDIDs in this process, with the domain service and under the promises of the server.
package struct EmbeddedBackend: Backend {
    private let registry: any DeviceRegistry
    private let issuer: UdidIssuer

    package init(registry: any DeviceRegistry, issuer: UdidIssuer) {
        self.registry = registry
        self.issuer = issuer
    }

    package func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        if let known = try await registry.registration(under: installation) { return known.udid }
        let candidate = Registration(key: installation, kind: .terminal, udid: issuer.issue())
        return try await registry.record(candidate).udid
    }
}
