#if Server
import Foundation
public import NIOCore
import UsecasesWeb

/// The address of a client, without its port.
public struct ClientAddress: Sendable, Hashable {
    /// The client of the current connection. The connection loses this address when it is reset.
    @TaskLocal static var peer: ClientAddress?

    /// The placeholder for clients without an address. They share the limits of one client.
    static let unknown = ClientAddress(bytes: [UInt8](repeating: 0, count: 16))

    /// The 4 bytes of an IPv4 address, or the 16 of an IPv6 address, in network order.
    public let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        // An IPv4 address of an IPv6 socket belongs to the same client.
        let isMapped = bytes.count == 16 && bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// Parses a numeric address. Returns `nil` for any other text.
    public init?(_ text: String) {
        // The system would ignore all characters after a zero byte.
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

    /// Creates the address of a socket. Returns `nil` for a local socket.
    public init?(_ address: SocketAddress) {
        // The bytes are read at fixed positions, which are equal on all platforms. The module of the members depends on
        // the compiler's import order.
        switch address {
        case .v4(let address):
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address):
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket:
            return nil
        }
    }

    /// The network whose addresses one client can choose. For IPv6, these are the first 64 bits.
    public var network: ClientAddress { prefix(8) }

    /// The network that one customer of a provider may have. For IPv6, these are the first 48 bits.
    public var site: ClientAddress { prefix(6) }

    private func prefix(_ count: Int) -> ClientAddress {
        bytes.count == 16 ? ClientAddress(bytes: bytes.prefix(count) + [UInt8](repeating: 0, count: 16 - count)) : self
    }
}

extension ClientAddress: CustomStringConvertible {
    /// The address in numeric notation.
    public var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension ClientAddress {
    /// Parses an element of `X-Forwarded-For` in any form that proxies write: with or without quotes, brackets, a port
    /// and, for a link-local address, a zone. An IPv6 address with a port needs its brackets.
    package init?(forwarded text: Substring.UTF8View) {
        let quote = UInt8(ascii: "\"")
        let text = text.count > 1 && text.first == quote && text.last == quote ? text.dropFirst().dropLast() : text
        var (host, port) = (text, text[text.endIndex...])
        if text.first == UInt8(ascii: "["), let end = text.lastIndex(of: UInt8(ascii: "]")) {
            (host, port) = (text[..<end].dropFirst(), text[end...].dropFirst())
        } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon == text.lastIndex(of: UInt8(ascii: ":")) {
            (host, port) = (text[..<colon], text[colon...])
        }
        let digits = port.dropFirst()
        guard port.isEmpty || port.first == UInt8(ascii: ":") && digits.allSatisfy(\.isDigit),
            port.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil
        else { return nil }
        let zone = host.drop { $0 != UInt8(ascii: "%") }
        self.init(String(decoding: host[..<zone.startIndex], as: UTF8.self))
        guard zone.isEmpty || zone.count > 1 && bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        else { return nil }
    }

    /// Returns the nearest address that does not belong to a trusted proxy. `forwarded` contains the values of
    /// `X-Forwarded-For`, the nearest last. Only values that trusted proxies wrote are used. Before an unreadable one,
    /// the client is the proxy that wrote it, and `unreadable` is its text.
    package static func client(
        behind peer: ClientAddress, forwarded: some BidirectionalCollection<String>, trusting proxies: [AddressRange]
    ) -> (client: ClientAddress, unreadable: String?) {
        guard !proxies.isEmpty else { return (peer, nil) }
        var client = peer
        // The nearest addresses come first, from the end of the last field. They are split as bytes, because a client
        // could combine a comma with other characters.
        for field in forwarded.reversed() {
            for text in field.utf8.split(separator: UInt8(ascii: ",")).reversed() {
                guard proxies.contains(client) else { return (client, nil) }
                guard let next = ClientAddress(forwarded: text.trimmingSpace) else {
                    return (client, "\(Substring(text))")
                }
                client = next
            }
        }
        return (client, nil)
    }
}

/// An IP address, or all addresses with a common prefix, such as `::1` or `10.0.0.0/8`.
public struct AddressRange: Sendable, Hashable {
    static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    private let address: ClientAddress
    private let length: Int

    /// Parses a range. Returns `nil` for a text that is not an address, or whose prefix is longer than the address.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let address = ClientAddress(String(parts[0])) else { return nil }
        var length = address.bytes.count * 8
        if parts.count == 2 {
            guard (1...3).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy(\.isDigit),
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

extension [AddressRange] {
    /// Returns whether the address is in one of the ranges, and in none of the `exceptions`.
    func contains(_ address: ClientAddress, except exceptions: [AddressRange] = []) -> Bool {
        contains { $0.contains(address) } && !exceptions.contains { $0.contains(address) }
    }
}

extension AddressRange: CustomStringConvertible {
    /// The range in the notation of settings, without the length of the prefix for a single address.
    public var description: String {
        length == address.bytes.count * 8 ? "\(address)" : "\(address)/\(length)"
    }
}
#endif
