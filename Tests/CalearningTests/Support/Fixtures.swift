import Domain
import Infrastructure

extension UDID {
    static func fixture(_ number: UInt64 = 1) -> UDID {
        UDID(UUIDv7(at: Timestamp(milliseconds: 1_763_640_000_000), random: (number, number)))
    }
}

extension Dependencies {
    static func fixture(
        clock: any Clock = ImmediateClock(),
        randomSource: any RandomSource = SeededRandomSource(),
        dataStore: any DataStore = InMemoryDataStore(),
        backend: any Backend = StubBackend()
    ) -> Dependencies {
        Dependencies(clock: clock, randomSource: randomSource, dataStore: dataStore, backend: backend)
    }
}
