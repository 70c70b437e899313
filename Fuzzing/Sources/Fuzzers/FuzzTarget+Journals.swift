import Foundation
import Usecases
import UsecasesStorage
import UsecasesTesting

@testable import CalearningApplication
@testable import CalearningDomain
@testable import CalearningInfrastructure

extension FuzzTarget {
    /// A journal with any contents spoils at most one run, and never changes the identity of the installation.
    static let journals = FuzzTarget(
        name: "journals", sizeLimit: 32 << 10,
        check: .later { bytes in
            let directory = try TemporaryDirectory()
            let folder = directory.path + "/journal"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: folder + "/Boot-0198c1a2-7b3c-7def-8123-456789abcdef.jsonl"))
            let clock = FuzzClock()
            let store = InMemoryDataStore()
            let key = InstallationKey(UUIDv7(at: clock.now, random: (1, 2)))
            await store.save(DeviceMemory.keys.installationKey.with(key))
            let random = SeededRandomSource()
            var dependencies = Dependencies(clock: clock, randomSource: random) {
                $0.dataStore.adapter = store
                $0.backend.adapter = EmbeddedBackend(
                    server: Dependencies(clock: clock, randomSource: random) {
                        $0.deviceRegistry.adapter = InMemoryDeviceRegistry()
                    })
            }
            dependencies.journal.adapter = FileJournal(directory: directory.path, clock: clock)

            do throws(UnfinishedScenario<Boot>) {
                _ = try await Boot.interact(from: Boot.initial, with: dependencies)
            } catch {
                // The journal contained a failure.
                _ = "\(error.error)"
            }
            do throws(UnfinishedScenario<Boot>) {
                _ = try await Boot.interact(from: Boot.initial, with: dependencies)
            } catch {
                throw BrokenPromise("the run after the next one reaches its goal: \(error.error)")
            }

            let rest = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
            try promise(rest.isEmpty, "no journal is left behind")
            try promise(
                try await store.get(DeviceMemory.keys.installationKey) == key, "the installation keeps its key")
        })
}
