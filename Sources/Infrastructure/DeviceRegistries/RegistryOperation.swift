#if Server
package import Domain

/// What a registry is asked for, as one value, so that many can go to its database together.
package enum RegistryOperation: Sendable, Hashable {
    case find(InstallationKey)
    case record(Registration)
    case check
}

extension Sequence<RegistryOperation> {
    /// Whether anything is to be written.
    var writes: Bool {
        contains { operation in
            switch operation {
            case .record: true
            case .find, .check: false
            }
        }
    }
}
#endif
