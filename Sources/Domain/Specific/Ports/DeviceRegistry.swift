/// Where a backend keeps the UDIDs that it has issued.
///
/// Each operation throws a system error of the data store, and ``ErrorWrapper/interrupted`` when the task is cancelled
/// before it has its answer: it may then be done all the same.
package protocol DeviceRegistry: Sendable {
    /// What was recorded under the key, if anything was.
    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration?
    /// Records, unless the key is known, and returns what is recorded under it: one indivisible step for all
    /// processes, and on disk when it returns. What was recorded although it threw is returned when asked again.
    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration
    /// Returns if a registration could be recorded now, and otherwise throws what is in the way. It writes as a
    /// registration does, and leaves nothing behind.
    func check() async throws(ErrorWrapper)
}

struct UnprovidedDeviceRegistry: DeviceRegistry {
    private static let error = ErrorWrapper.system(error: .dependency(.未設定(port: "DeviceRegistry")))

    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? { throw Self.error }

    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration { throw Self.error }

    func check() async throws(ErrorWrapper) { throw Self.error }
}
