package import Usecases

/// Makes UDIDs on the server's side, in a server or in the embedded backend.
package struct UdidIssuer: Sendable {
    private let clock: any Clock
    private let randomSource: any RandomSource

    package init(clock: any Clock, randomSource: any RandomSource) {
        self.clock = clock
        self.randomSource = randomSource
    }

    /// A UDID that no other call has returned: a UUID of version 7.
    package func issue() -> UDID {
        UDID(UUIDv7(clock: clock, randomSource: randomSource))
    }

    /// A key that nobody can guess, for a registration that came without one.
    package func key() -> InstallationKey {
        InstallationKey(clock: clock, randomSource: randomSource)
    }
}
