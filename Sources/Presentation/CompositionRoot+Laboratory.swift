package import Application
import Domain
import Infrastructure

extension CompositionRoot {
    /// Explores use cases away from the world: nothing that exists is read or changed.
    package static let explorer = Explorer {
        Dependencies(clock: StoppedClock(), randomSource: CountingRandomSource(), journal: InMemoryJournal())
    }
}
