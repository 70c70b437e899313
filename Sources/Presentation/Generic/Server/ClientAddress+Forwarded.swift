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
