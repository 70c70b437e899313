import Domain
import Infrastructure

/// A registry that cannot be read, or that cannot record anything; everything else is passed to the registry below it.
struct FailingDeviceRegistry: DeviceRegistry {
    enum Operation: Sendable {
        case registration, record
    }

    let base: InMemoryDeviceRegistry
    let operation: Operation
    let failure: PortFailure

    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        guard operation != .registration else { throw failure.error }
        return await base.registration(under: key)
    }

    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        guard operation != .record else { throw failure.error }
        return await base.record(registration)
    }

    func check() {}
}
