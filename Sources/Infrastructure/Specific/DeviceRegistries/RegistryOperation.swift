#if Server
package import Domain

/// What a registry is asked for, as one value, so that many can go to its database together.
package enum RegistryOperation: Sendable, Hashable {
    case find(InstallationKey)
    case record(Registration)
    /// Whether something could be recorded.
    case check
}

extension RegistryOperation {
    /// Whether anything is to be written.
    var writes: Bool {
        switch self {
        case .record, .check: true
        case .find: false
        }
    }
}

extension Sequence<RegistryOperation> {
    /// Whether anything is to be written.
    var writes: Bool { contains(where: \.writes) }
}
#endif
