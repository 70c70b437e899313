package import CalearningDomain
package import Usecases

/// A device registry in memory.
package actor InMemoryDeviceRegistry: DeviceRegistry {
    private var recorded: [InstallationKey: Registration]

    package init(_ registrations: Set<Registration> = []) {
        recorded = Dictionary(uniqueKeysWithValues: registrations.map { ($0.key, $0) })
    }

    package var registrations: Set<Registration> { Set(recorded.values) }

    package func registration(under key: InstallationKey) -> Registration? {
        recorded[key]
    }

    package func record(_ registration: Registration) -> Registration {
        if let known = recorded[registration.key] { return known }
        recorded[registration.key] = registration
        return registration
    }

    package func check() {}
}

extension InMemoryDeviceRegistry: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
