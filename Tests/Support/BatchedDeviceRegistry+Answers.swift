#if Server
import CalearningDomain
import CalearningInfrastructure

extension BatchedDeviceRegistry {
    /// The answers to all operations; throws the first failure.
    func answers(to operations: [RegistryOperation]) throws -> [Registration?] {
        try perform(operations).map { try $0.get() }
    }
}
#endif
