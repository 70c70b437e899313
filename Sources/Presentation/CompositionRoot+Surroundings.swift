import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Usecases
import UsecasesLaboratory
import UsecasesStorage

extension CompositionRoot {
    static func surroundings(devices: Int) -> Surroundings {
        Surroundings(
            server: Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
                $0.accountRegistry.adapter = InMemoryAccountRegistry()
                $0.credentialHasher.adapter = PlainHasher()
                $0.journal.adapter = InMemoryJournal()
            },
            devices: (0..<devices).map { _ in
                let store = InMemoryDataStore()
                let journal = InMemoryJournal()
                return { server in
                    Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
                        $0.dataStore.adapter = store
                        $0.backend.adapter = EmbeddedBackend(server: server)
                        $0.accountBackend.adapter = EmbeddedBackend(server: server)
                        $0.journal.adapter = journal
                    }
                }
            },
            relays: [
                "Backend",
                "AccountBackend",
            ])
    }
}
