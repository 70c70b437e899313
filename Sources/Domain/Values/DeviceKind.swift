/// The kind of a device, `appDeviceKbn` in the API: 0 to 9999.
package struct DeviceKind: Sendable, Hashable, Codable, RawRepresentable {
    package let rawValue: Int

    /// The kind of a terminal.
    package static let terminal = DeviceKind(unchecked: 11)

    /// A kind other than that of a terminal.
    static let example = DeviceKind(unchecked: 12)

    /// `nil` for a value outside 0 to 9999.
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
