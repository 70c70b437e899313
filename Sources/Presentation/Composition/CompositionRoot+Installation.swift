import Application
import Domain
import Infrastructure

extension CompositionRoot {
    /// A device with the embedded server, which keep everything in a folder, as an installed program does.
    static func installation(
        in directory: String, randomSource: any RandomSource, seenBy witness: Witness
    ) -> Dependencies {
        let clock = StoppedClock()
        return witness.watching(
            Dependencies(
                clock: clock,
                randomSource: randomSource,
                dataStore: FileDataStore(directory: directory, keys: DeviceMemory.keys.all, clock: clock),
                backend: EmbeddedBackend(server: server(in: directory, randomSource, seenBy: witness)),
                accountBackend: EmbeddedBackend(server: server(in: directory, randomSource, seenBy: witness)),
                journal: FileJournal(directory: directory, clock: clock)
            ))
    }

    private static func server(
        in directory: String, _ randomSource: any RandomSource, seenBy witness: Witness
    ) -> Dependencies {
        let clock = StoppedClock()
        return witness.watching(
            Dependencies(
                clock: clock,
                randomSource: randomSource,
                deviceRegistry: FileDeviceRegistry(directory: directory, clock: clock),
                accountRegistry: FileAccountRegistry(directory: directory, clock: clock),
                credentialHasher: PlainHasher()
            ))
    }
}
