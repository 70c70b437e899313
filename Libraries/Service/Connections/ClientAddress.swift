#if Server
public import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The address of a client, without its port.
public struct ClientAddress: Sendable, Hashable {
    /// The client of the connection that is served. The connection itself no longer knows it once it has been reset.
    @TaskLocal static var peer: ClientAddress?

    /// Stands for all clients without an address, which share the limits of one client.
    static let unknown = ClientAddress(bytes: [UInt8](repeating: 0, count: 16))

    /// The 4 bytes of an IPv4 address, or the 16 of an IPv6 address, in network order.
    public let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        // An IPv4 address that came through an IPv6 socket is the same client.
        let isMapped = bytes.count == 16 && bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// `nil` for a text that is not a numeric address.
    public init?(_ text: String) {
        // The system would ignore everything after a zero byte.
        guard !text.utf8.contains(0) else { return nil }
        var four = [UInt8](repeating: 0, count: 4)
        var sixteen = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: four)
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            self.init(bytes: sixteen)
        } else {
            return nil
        }
    }

    /// `nil` for a local socket.
    public init?(_ address: SocketAddress) {
        // By their positions in the structures, which are the same everywhere: which module the members belong to
        // depends on what the compiler has seen first.
        switch address {
        case .v4(let address):
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address):
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket:
            return nil
        }
    }

    /// The network from which one client can choose its addresses: the first 64 bits of an IPv6 address.
    public var network: ClientAddress { prefix(8) }

    /// The network that one customer of a provider may have: the first 48 bits of an IPv6 address.
    public var site: ClientAddress { prefix(6) }

    private func prefix(_ count: Int) -> ClientAddress {
        bytes.count == 16 ? ClientAddress(bytes: bytes.prefix(count) + [UInt8](repeating: 0, count: 16 - count)) : self
    }
}

extension ClientAddress: CustomStringConvertible {
    /// In the usual form of numeric addresses.
    public var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension ClientAddress {
    /// The nearest address that is not that of a trusted proxy: `forwarded` has the values of `X-Forwarded-For`, the
    /// nearest last, and is believed only as far as trusted proxies wrote it.
    public static func client(
        behind peer: ClientAddress, forwarded: some BidirectionalCollection<String>, trusting proxies: [AddressRange]
    ) -> ClientAddress {
        guard !proxies.isEmpty else { return peer }
        var client = peer
        // The nearest ones first, from the end of the last field. As bytes, because a client could join a comma to
        // other characters.
        for field in forwarded.reversed() {
            for text in field.utf8.split(separator: UInt8(ascii: ",")).reversed() {
                guard proxies.contains(where: { $0.contains(client) }),
                    let next = ClientAddress(String(decoding: text.trimmingSpace, as: UTF8.self))
                else { return client }
                client = next
            }
        }
        return client
    }
}

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
