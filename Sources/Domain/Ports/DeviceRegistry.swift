/// Where a backend keeps the UDIDs that it has issued.
package protocol DeviceRegistry: Sendable {
    /// What was recorded under the key, if anything was. Throws a system error of the data store.
    func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration?
    /// Records, unless the key is known, and returns what is recorded under it: one indivisible step for all
    /// processes, and on disk when it returns. Throws a system error of the data store.
    func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration
}
