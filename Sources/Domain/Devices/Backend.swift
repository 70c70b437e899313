package import UsecasesEngine

/// The application's server.
package protocol Backend: Sendable {
    /// Issues a UDID. The same installation always gets the same UDID.
    ///
    /// Throws `networkUnreachable` or the server's ``ErrorResponse`` as a service error. Throws a system error of the
    /// API or of the registry for any other failure.
    func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID
}

extension Port: Backend where Adapter == any Backend {
    package static var publishUDID: OperationName { "publishUdid(for:)" }

    package func publishUDID(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        // A backend in this process throws the errors of its registry.
        try await call(
            Self.publishUDID, ["\(installation)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("issued", .example(1))]
                + PossibleOutcome.apiErrors + PossibleOutcome.writeErrors
        ) { (adapter) async throws(ErrorWrapper) in try await adapter.publishUDID(for: installation) }
    }
}

extension Dependencies {
    package var backend: Port<any Backend> {
        get { self[(any Backend).self] }
        set { self[(any Backend).self] = newValue }
    }
}
