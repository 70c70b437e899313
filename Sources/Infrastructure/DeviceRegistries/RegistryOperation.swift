#if Server
package import CalearningDomain

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
