/// A backend whose calls go through a tap.
struct TappedBackend: Backend {
    let base: any Backend
    let tap: any RunTap

    func publishUdid(for installation: InstallationKey) async throws(ErrorWrapper) -> UDID {
        // A backend in this process fails with the errors of its registry.
        let operation = PortOperation<UDID>(
            "Backend", "publishUdid(for:)", ["\(installation)"], changes: true, isPerformedElsewhere: true,
            outcomes: [PossibleOutcome("issued", .example(1))]
                + PossibleOutcome.apiErrors + PossibleOutcome.writeErrors)
        return try await tap.answer(operation) { () async throws(ErrorWrapper) in
            try await base.publishUdid(for: installation)
        }
    }
}
