#if Server
import NIOCore

/// An IP address, or all addresses that begin with the same bits: `10.0.0.0/8`, `::1`.
public struct AddressRange: Sendable, Hashable {
    static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    private let address: ClientAddress
    private let length: Int

    /// `nil` for a text that is not an address, or whose prefix is longer than the address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = ClientAddress(String(parts[0])) else { return nil }
        var length = address.bytes.count * 8
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let bits = Int(parts[1]), (0...length).contains(bits)
            else { return nil }
            length = bits
        }
        self.address = address
        self.length = length
    }

    package func contains(_ other: ClientAddress) -> Bool {
        let (bytes, others) = (address.bytes, other.bytes)
        guard bytes.count == others.count else { return false }
        let whole = length / 8
        guard bytes.prefix(whole) == others.prefix(whole) else { return false }
        guard length % 8 > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (length % 8))
        return bytes[whole] & mask == others[whole] & mask
    }
}

extension AddressRange: CustomStringConvertible {
    /// As settings give it; the length of the prefix is left out if it is that of the address.
    public var description: String {
        length == address.bytes.count * 8 ? "\(address)" : "\(address)/\(length)"
    }
}
#endif
