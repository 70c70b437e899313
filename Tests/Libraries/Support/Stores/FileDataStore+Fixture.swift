package import UsecasesEngine
package import UsecasesStorage

extension FileDataStore {
    package static func fixture(at directory: String, clock: any Clock = PatientClock()) -> FileDataStore {
        FileDataStore(directory: directory, product: Product.sample.name, keys: Membership.keys, clock: clock)
    }
}
