#if Server
import Domain
import Infrastructure

extension BatchedDeviceRegistry {
    /// Of all of them; throws the first failure.
    func answers(to operations: [RegistryOperation]) throws -> [Registration?] {
        try perform(operations).map { try $0.get() }
    }
}
#endif
