/// A UDID that a backend issued, with the installation and the kind of device for which it was issued.
package struct Registration: Sendable, Hashable, Codable {
    package let key: InstallationKey
    package let kind: DeviceKind
    package let udid: UDID

    package init(key: InstallationKey, kind: DeviceKind, udid: UDID) {
        self.key = key
        self.kind = kind
        self.udid = udid
    }
}

extension Registration: CustomStringConvertible {
    package var description: String { "\(udid), kind \(kind.rawValue), key \(key)" }
}
