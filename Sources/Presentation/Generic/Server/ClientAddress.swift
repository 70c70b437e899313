#if Server
package import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The address of a client, without its port.
package struct ClientAddress: Sendable, Hashable {
    /// Of the connection that is served. The connection itself does not know it any more once it was reset.
    @TaskLocal static var peer: ClientAddress?

    /// Stands for all that have none, so that they share what one may have.
    static let unknown = ClientAddress(bytes: [UInt8](repeating: 0, count: 16))

    /// 4 of an IPv4 address, or 16 of an IPv6 address, in network order.
    package let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        // An IPv4 address that came through an IPv6 socket is the same client.
        let isMapped = bytes.count == 16 && bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    /// `nil` for what is no numeric address.
    package init?(_ text: String) {
        // The system would not look behind it.
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
    package init?(_ address: SocketAddress) {
        // By their places in the structures, which are the same everywhere: whose module the members belong to depends
        // on what the compiler has come across first.
        switch address {
        case .v4(let address):
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address):
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket:
            return nil
        }
    }

    /// What one client can choose its addresses from: an IPv6 network has 64 bits of them.
    package var network: ClientAddress {
        bytes.count == 16 ? ClientAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8)) : self
    }
}

extension ClientAddress: CustomStringConvertible {
    /// As numeric addresses are written.
    package var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
#endif
