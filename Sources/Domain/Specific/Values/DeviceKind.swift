/// The kind of a device, `appDeviceKbn` in the API: 0 to 9999.
package struct DeviceKind: Sendable, Hashable, Codable, RawRepresentable {
    package let rawValue: Int

    /// What a terminal registers as.
    package static let terminal = DeviceKind(unchecked: 11)

    /// One that is no terminal.
    static let example = DeviceKind(unchecked: 12)

    /// `nil` outside 0 to 9999.
    package init?(rawValue: Int) {
        guard (0...9999).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(unchecked rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension DeviceKind: CustomStringConvertible {
    package var description: String { "\(rawValue)" }
}
