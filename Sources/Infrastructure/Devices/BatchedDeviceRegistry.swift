#if Server
package import CalearningDomain
package import Usecases

/// A registry that sends many operations to its database at once.
package protocol BatchedDeviceRegistry: DeviceRegistry {
    /// Performs the operation together with others. Answers `find` with the registration that was found, `record` with
    /// the one that is recorded, and `check` with nothing.
    func answer(to operation: RegistryOperation) async throws(ErrorWrapper) -> Registration?

    /// Performs the operations in as few transactions as possible, bypassing the queue: each operation has its own
    /// outcome, and fails with the others only if they share a cause. Blocks its thread.
    func perform(_ operations: [RegistryOperation]) throws(ErrorWrapper) -> [Result<Registration?, ErrorWrapper>]
}

extension BatchedDeviceRegistry {
    package func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        try await answer(to: .find(key))
    }

    package func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        guard let recorded = try await answer(to: .record(registration)) else {
            preconditionFailure("a database that records answers with what is recorded")
        }
        return recorded
    }

    package func check() async throws(ErrorWrapper) {
        _ = try await answer(to: .check)
    }
}

/// An operation on a registry as a value, so that many can be sent to the database together.
package enum RegistryOperation: Sendable, Hashable {
    case find(InstallationKey)
    case record(Registration)
    /// Checks whether something could be recorded.
    case check
}

extension RegistryOperation {
    /// Whether the operation writes anything.
    var writes: Bool {
        switch self {
        case .record, .check: true
        case .find: false
        }
    }

    /// The operation without anything that it writes.
    var lookUp: RegistryOperation {
        if case .record(let registration) = self { .find(registration.key) } else { self }
    }
}

extension Sequence<RegistryOperation> {
    /// Whether any of the operations writes anything.
    var writes: Bool { contains(where: \.writes) }
}
#endif
