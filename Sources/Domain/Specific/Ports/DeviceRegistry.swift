/// Where a backend keeps the UDIDs that it has issued.
///
/// Each operation throws a system error of the data store, and ``ErrorWrapper/interrupted`` when the task is cancelled
/// before the answer has come: the operation may take effect nevertheless.
package protocol DeviceRegistry: Sendable {
    /// What was recorded under the key; `nil` if nothing was.
    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration?
    /// Records the registration, unless the key is known, and returns what is recorded under it: atomically across all
    /// processes, and on disk when it returns. A registration that was recorded although the call threw is returned by
    /// the next call.
    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration
    /// Returns if a registration could be recorded now, and otherwise throws the reason why not. It writes as a
    /// registration does, and leaves nothing behind.
    func check() async throws(ErrorWrapper)
}

struct UnprovidedDeviceRegistry: DeviceRegistry {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "DeviceRegistry")))

    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? { throw Self.error }

    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration { throw Self.error }

    func check() async throws(ErrorWrapper) { throw Self.error }
}
