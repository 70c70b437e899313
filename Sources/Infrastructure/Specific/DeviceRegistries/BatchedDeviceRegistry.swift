#if Server
package import Domain

/// A registry whose database is asked for many things at once.
package protocol BatchedDeviceRegistry: DeviceRegistry {
    /// Answers `find` with what was found, `record` with what is recorded, and `check` with nothing.
    var batches: Batches<RegistryOperation, Registration?> { get }

    /// As few transactions as can be, past all that waits: each operation has its own outcome, and fails with those that
    /// came with it only where it shares their fate. Blocks its thread.
    func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>]

    /// Fails what waits and whatever comes, finishes what the database has under way and lets go of it. Blocks its
    /// thread, and no longer than that: what is not done by then is left as the end of the process would leave it, and
    /// nothing is lost that was answered.
    func close(within limit: Duration) throws(ErrorWrapper)
}

extension BatchedDeviceRegistry {
    package func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        try await batches.answer(to: .find(key))
    }

    package func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        guard let recorded = try await batches.answer(to: .record(registration)) else {
            preconditionFailure("a database that records answers with what is recorded")
        }
        return recorded
    }

    package func check() async throws(ErrorWrapper) {
        _ = try await batches.answer(to: .check)
    }

    package func close() throws(ErrorWrapper) {
        try close(within: .seconds(5))
    }
}
#endif
