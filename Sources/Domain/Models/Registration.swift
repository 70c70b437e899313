/// A UDID as a backend issued it: to which installation, for what kind of device.
package struct Registration: Sendable, Hashable {
    package let key: InstallationKey
    package let kind: DeviceKind
    package let udid: UDID

    package init(key: InstallationKey, kind: DeviceKind, udid: UDID) {
        self.key = key
        self.kind = kind
        self.udid = udid
    }
}
