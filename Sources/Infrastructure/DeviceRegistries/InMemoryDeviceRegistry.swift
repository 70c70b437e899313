package import Domain

/// Keeps the registrations as long as the program runs.
package actor InMemoryDeviceRegistry: DeviceRegistry {
    private var registrations: [InstallationKey: Registration] = [:]

    package init() {}

    package func registration(under key: InstallationKey) -> Registration? {
        registrations[key]
    }

    package func record(_ registration: Registration) -> Registration {
        if let recorded = registrations[registration.key] { return recorded }
        registrations[registration.key] = registration
        return registration
    }
}
