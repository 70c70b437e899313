import Foundation
import HTTPTypes

/// A host that is this machine. A request to it is never sent through a proxy, so secrets may be sent to it without
/// encryption.
///
/// It is `localhost` or a name below it, an address in 127.0.0.0/8, or one of the addresses `::1`, `0.0.0.0` and `::`,
/// in any spelling that libcurl and name lookups accept. Connections are opened to ``address``, whatever a name server
/// says about the spelling.
struct LoopbackHost {
    /// The host in the spelling for libcurl: a numeric address, or `localhost`.
    let address: String

    /// Returns `nil` if the host may be another machine. `host` is spelled as in a URL, such as `[::1]`.
    init?(_ host: String) {
        // The system's functions ignore everything after a space or a NUL.
        guard let host = host.removingPercentEncoding?.lowercased(), host.utf8.allSatisfy({ $0 > 0x20 })
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") {
            // A zone selects one of the interfaces.
            let literal = host.dropFirst().dropLast().prefix { $0 != "%" }
            guard let address = Self.version6(String(literal)) else { return nil }
            self.address = address
        } else {
            let name = host.hasSuffix(".") ? String(host.dropLast()) : host
            if name == "localhost" || name.hasSuffix(".localhost") {
                address = "localhost"
            } else {
                guard let address = Self.version4(name) else { return nil }
                self.address = address
            }
        }
    }

    /// Returns `nil` if the request may lead to another machine.
    init?(of request: APIRequest) {
        let authority = request.head.authority ?? ""
        let end = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        self.init(String(authority[..<(end ?? authority.endIndex)]))
    }

    /// Parses numbers like `inet_aton`, such as `127.1`, `0x7f000001` and `0177.0.0.1`.
    private static func version4(_ text: String) -> String? {
        var address = in_addr()
        guard inet_aton(text, &address) != 0 else { return nil }
        return withUnsafeBytes(of: address) { version4(Array($0)) }
    }

    private static func version4(_ bytes: [UInt8]) -> String? {
        if bytes.allSatisfy({ $0 == 0 }) { return "127.0.0.1" }
        return bytes[0] == 127 ? bytes.map { "\($0)" }.joined(separator: ".") : nil
    }

    private static func version6(_ text: String) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        switch Array(bytes.prefix(12)) {
        case mapped: return version4(Array(bytes.suffix(4)))
        case zeros where [[0, 0, 0, 0], [0, 0, 0, 1]].contains(Array(bytes.suffix(4))): return "[::1]"
        default: return nil
        }
    }

    private static let zeros = [UInt8](repeating: 0, count: 12)
    /// The beginning of an IPv4 address that is written as an IPv6 address, such as `::ffff:127.0.0.1`.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
}
