package import CalearningDomain
package import UsecasesEngine

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

    /// Removes the devices that were registered earlier, and returns their number.
    func forget(registeredBefore time: Timestamp) -> Int {
        let former = recorded.filter { $0.value.udid.isIssued(before: time) }
        for key in former.keys { recorded[key] = nil }
        return former.count
    }
}

extension UDID {
    /// Whether the service issued the UDID earlier. A UDID begins with its time.
    func isIssued(before time: Timestamp) -> Bool { UUIDv7(rawValue).map { $0.time < time } ?? false }
}

extension InMemoryDeviceRegistry: TimeBounded {
    package nonisolated func longest(_ operation: OperationName) -> Duration? { .zero }
}
