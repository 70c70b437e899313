package import Domain

/// Issues UDIDs in this process, with the domain service and the same guarantees as the server.
package struct EmbeddedBackend: Backend {
    private let registrar: Registrar

    package init(registry: any DeviceRegistry, issuer: UdidIssuer) {
        registrar = Registrar(registry: registry, issuer: issuer)
    }

    package func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        if let known = try await registrar.find(.terminal, under: installation) { return Self.udid(of: known) }
        return Self.udid(of: try await registrar.issue(.terminal, under: installation))
    }

    /// Whatever kind the registry's file contains, the installation keeps its UDID.
    private static func udid(of outcome: Registrar.Outcome) -> UDID {
        switch outcome {
        case .issued(let udid), .known(let udid): udid
        case .keyReused(let registration): registration.udid
        }
    }
}
