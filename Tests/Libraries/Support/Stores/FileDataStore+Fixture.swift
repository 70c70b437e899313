package import UsecasesEngine
package import UsecasesStorage

extension FileDataStore {
    /// Returns the store of the sample application.
    package static func fixture(at directory: String, clock: any Clock = PatientClock()) -> FileDataStore {
        FileDataStore(directory: directory, product: Product.sample.name, keys: Membership.keys, clock: clock)
    }
}
