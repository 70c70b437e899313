#if Server
import CalearningDomain
import CalearningInfrastructure

extension BatchedDeviceRegistry {
    /// Returns the answers to all operations. Throws the first error.
    func answers(to operations: [RegistryOperation]) throws -> [Registration?] {
        try perform(operations).map { try $0.get() }
    }
}
#endif
