#if Server
extension ClientAddress {
    /// The nearest address that no trusted proxy vouches for: `forwarded` is what `X-Forwarded-For` says, the nearest
    /// last, and is believed only as far as trusted proxies wrote it.
    package static func client(
        behind peer: ClientAddress, forwarded: some BidirectionalCollection<String>, trusting proxies: [AddressRange]
    ) -> ClientAddress {
        guard !proxies.isEmpty else { return peer }
        var client = peer
        // The nearest ones, from the end of the last field on; as bytes, as nobody else may decide what is a character.
        for field in forwarded.reversed() {
            for text in field.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).reversed() {
                guard proxies.contains(where: { $0.contains(client) }),
                    let next = ClientAddress(String(decoding: text.trimmingWhitespace, as: UTF8.self))
                else { return client }
                client = next
            }
        }
        return client
    }
}

extension Substring.UTF8View {
    fileprivate var trimmingWhitespace: Substring.UTF8View {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let first = firstIndex(where: { !isSpace($0) }), let last = lastIndex(where: { !isSpace($0) }) else {
            return self[startIndex..<startIndex]
        }
        return self[first...last]
    }
}
#endif
