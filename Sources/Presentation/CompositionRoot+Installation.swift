import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Usecases
import UsecasesLaboratory
import UsecasesStorage

extension CompositionRoot {
    /// A device with the embedded server, which keep everything in a folder, as an installed program does.
    static func installation(
        in directory: String, randomSource: any RandomSource, seenBy witness: Witness
    ) -> Dependencies {
        let clock = StoppedClock()
        return witness.watching(
            Dependencies(clock: clock, randomSource: randomSource) {
                $0.dataStore.adapter = FileDataStore(
                    directory: directory, product: Product.own.name, keys: DeviceMemory.keys.all, clock: clock)
                $0.backend.adapter = embeddedBackend(in: directory, randomSource, seenBy: witness)
                $0.accountBackend.adapter = embeddedBackend(in: directory, randomSource, seenBy: witness)
                $0.journal.adapter = FileJournal(directory: directory, clock: clock)
            })
    }

    private static func embeddedBackend(
        in directory: String, _ randomSource: any RandomSource, seenBy witness: Witness
    ) -> EmbeddedBackend {
        let clock = StoppedClock()
        let server = Dependencies(clock: clock, randomSource: randomSource) {
            $0.deviceRegistry.adapter = FileDeviceRegistry(directory: directory, clock: clock)
            $0.accountRegistry.adapter = FileAccountRegistry(directory: directory, clock: clock)
            $0.credentialHasher.adapter = PlainHasher()
        }
        return EmbeddedBackend(server: witness.watching(server))
    }
}
