#if Server
package import Domain

/// A registry whose database is asked for many things at once.
package protocol BatchedDeviceRegistry: DeviceRegistry {
    /// Answers `find` with what was found, `record` with what is recorded, and `check` with nothing.
    var batches: Batches<RegistryOperation, Registration?> { get }

    /// Finishes what the database has under way and lets go of it. Blocks its thread.
    func close() throws(ErrorWrapper)
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
}
#endif
