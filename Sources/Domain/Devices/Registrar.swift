package import UsecasesEngine

/// The registration of devices in a server or in the embedded backend. Each key has one UDID for one kind of device.
package struct Registrar: PortSelection {
    /// The result of a registration.
    package enum Outcome: Sendable, Hashable {
        /// The UDID is new.
        case issued(UDID)
        /// The key was used before, for the same kind of device.
        case known(UDID)
        /// The key was used before, for another kind of device.
        case keyReused
    }

    private let registry: any DeviceRegistry
    private let clock: any Clock
    private let randomSource: any RandomSource

    package init(_ dependencies: Dependencies) {
        registry = dependencies.deviceRegistry
        clock = dependencies.clock
        randomSource = dependencies.randomSource
    }

    /// Issues a UDID and records it, unless an earlier request used the key. Without a key, each request registers a
    /// separate device.
    package func register(_ kind: DeviceKind, under key: InstallationKey?) async throws(ErrorWrapper) -> Outcome {
        let candidate = Registration(
            key: key ?? InstallationKey(clock: clock, randomSource: randomSource), kind: kind,
            udid: UDID(UUIDv7(clock: clock, randomSource: randomSource)))
        let recorded = try await registry.record(candidate)
        if recorded.udid == candidate.udid { return .issued(recorded.udid) }
        return recorded.kind == kind ? .known(recorded.udid) : .keyReused
    }
}
