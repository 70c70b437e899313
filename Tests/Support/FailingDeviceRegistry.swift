import CalearningDomain
import Usecases
import UsecasesTerminal
import UsecasesTesting

/// A registry whose operations all fail.
struct FailingDeviceRegistry: DeviceRegistry {
    let failure: PortFailure

    func registration(under key: InstallationKey) throws(ErrorWrapper) -> Registration? { throw failure.error }

    func record(_ registration: Registration) throws(ErrorWrapper) -> Registration { throw failure.error }

    func check() throws(ErrorWrapper) { throw failure.error }
}
