#if Server
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
#endif
