import CalearningDomain
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport

extension FileDataStore {
    static func ofDevice(at directory: String, clock: any Clock = PatientClock()) -> FileDataStore {
        FileDataStore(directory: directory, product: Product.own.name, keys: DeviceMemory.keys.all, clock: clock)
    }
}
