import UsecasesEngine
import UsecasesStorage

let dependencies = Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource()) {
    $0.dataStore.adapter = InMemoryDataStore(Greet.key.with("Ada"))
}

let scenario = try await Greet.interact(from: Greet.initial, with: dependencies)
for scene in scenario.scenes { print(scene.name, scene.declared.values) }
