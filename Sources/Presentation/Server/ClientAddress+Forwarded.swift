#if Server
extension ClientAddress {
    /// The nearest address that no trusted proxy vouches for: `forwarded` is what `X-Forwarded-For` says, the nearest
    /// last, and is believed only as far as trusted proxies wrote it.
    package static func client(
        behind peer: ClientAddress, forwarded: some Sequence<String>, trusting proxies: [AddressRange]
    ) -> ClientAddress {
        guard !proxies.isEmpty else { return peer }
        var client = peer
        for text in forwarded.flatMap({ $0.split(separator: ",") }).reversed() {
            guard proxies.contains(where: { $0.contains(client) }),
                let next = ClientAddress(text.trimmingWhitespace)
            else { break }
            client = next
        }
        return client
    }
}

extension Substring {
    fileprivate var trimmingWhitespace: String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
#endif
