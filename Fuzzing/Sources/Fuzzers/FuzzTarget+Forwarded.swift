import Foundation
import UsecasesTesting

@testable import UsecasesService

extension FuzzTarget {
    /// An address has the form that the system uses, and an untrusted proxy is ignored.
    ///
    /// The first line is the peer, the second the trusted proxies, and each further one a value of `X-Forwarded-For`.
    static let forwarded = FuzzTarget(
        name: "forwarded", sizeLimit: 512,
        check: .now { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let texts = (lines.dropFirst().first ?? "").split(separator: ",").map(String.init)
            let ranges = texts.compactMap { AddressRange($0) }
            let forwarded = lines.dropFirst(2).map(String.init)
            guard let peer = ClientAddress(String(lines.first ?? "")) else { return }
            try checkText(of: peer)

            let client = ClientAddress.client(behind: peer, forwarded: forwarded, trusting: ranges).client

            // The chain in order of arrival with the nearest address first, up to the first unreadable one.
            let chain =
                [peer]
                + forwarded.joined(separator: ",").split(separator: ",").reversed().map {
                    ClientAddress(forwarded: $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))[...].utf8)
                }.prefix { $0 != nil }.compactMap(\.self)
            let vouched = chain.prefix { address in ranges.contains { $0.contains(address) } }.count
            try promise(
                client == chain[min(vouched, chain.count - 1)], "the client is the first that nobody vouches for")
            try checkText(of: client)
            for text in texts {
                guard let range = AddressRange(text) else { continue }
                try promise(range.contains(client) == hasBits(of: text, client), "\(text) has all with its bits")
            }
        })

    private static func checkText(of address: ClientAddress) throws {
        guard let text = text(of: address) else { throw BrokenPromise("the system can write every address") }
        try promise(ClientAddress(text) == address, "\(text) is read as it is written")
        guard let whole = AddressRange(text) else { throw BrokenPromise("an address is a range") }
        try promise(whole.contains(address), "an address is in its own range")
        try promise(address.network.network == address.network, "a network is its own network")
    }

    private static func text(of address: ClientAddress) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, address.bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Compares bit by bit.
    private static func hasBits(of range: String, _ address: ClientAddress) -> Bool {
        let parts = range.split(separator: "/")
        guard let start = ClientAddress(String(parts[0])), start.bytes.count == address.bytes.count else {
            return false
        }
        let length = parts.count > 1 ? Int(parts[1]) ?? 0 : start.bytes.count * 8
        return (0..<length).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return start.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
        }
    }
}
