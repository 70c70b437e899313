#if Server
package import Domain

/// A registry that sends many operations to its database at once.
package protocol BatchedDeviceRegistry: DeviceRegistry {
    /// Answers `find` with the registration that was found, `record` with the one that is recorded, and `check` with
    /// nothing.
    var batches: Batches<RegistryOperation, Registration?> { get }

    /// Performs the operations in as few transactions as possible, bypassing the queue: each operation has its own
    /// outcome, and fails with the others only if they share a cause. Blocks its thread.
    func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>]

    /// Fails all waiting and later requests, finishes the work that the database has in progress, and closes it. Blocks
    /// its thread, but at most for the given time: unfinished work is then left as at the end of the process, and
    /// nothing that was acknowledged is lost.
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
