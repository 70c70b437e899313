import Domain

/// A registry in which another request is recorded just before the first one.
struct OvertakenDeviceRegistry: DeviceRegistry {
    private let other: Registration

    init(by other: Registration) {
        self.other = other
    }

    func registration(under key: InstallationKey) -> Registration? { nil }

    func record(_ registration: Registration) -> Registration { other }

    func check() {}
}
