#if Server
import UsecasesEngine
import NIOCore
import Testing
import UsecasesTesting

@testable import UsecasesService

private func address(_ text: String) throws -> ClientAddress {
    try #require(ClientAddress(text))
}

@Suite struct 速度の制限 {
    private let clock = ManualClock(timeOfDayJumps: true)

    /// Compares the limiter with a token bucket. The bucket fills at the rate and holds the tokens of the burst. A
    /// request takes one token if one is available.
    @Test func どんな間隔の要求も_札のあるときだけ通る() async throws {
        let client = try address("192.0.2.1")
        await forAll(100) { choices in
            // The rates are whole numbers, so the times are exact.
            let interval = choices.one(of: [1, 2, 5, 8, 20, 50, 125, 200, 500])
            return (
                interval, choices.number(near: 1, interval, 2000, within: 500),
                choices.list(0...100) { $0.number(near: 0, interval, within: interval) }
            )
        } holds: { interval, burst, pauses in
            let burst = max(1, burst)
            let limiter = RateLimiter(rate: 1000 / Double(interval), burst: .milliseconds(burst), clock: clock)
            // The capacity in milliseconds of filling.
            let capacity = max(interval, burst)
            var filled = capacity
            for pause in pauses.map({ max(0, $0) }) {
                clock.advance(by: .milliseconds(pause))
                filled = min(capacity, filled + pause)
                let expected: Duration? = filled < interval ? .milliseconds(interval - filled) : nil
                try promise(limiter.take(for: client), is: expected)
                if filled >= interval { filled -= interval }
            }
        }
    }

    @Test func 速さを変えればその時から変わり_なくせば限りがなくなる() throws {
        let limiter = RateLimiter(rate: nil, burst: .seconds(10), clock: clock)
        let client = try address("192.0.2.1")
        let taken = { (0..<100).prefix { _ in limiter.take(for: client) == nil }.count }

        let unlimited = taken()
        limiter.setRate(2)
        let burst = taken()
        limiter.setRate(1)
        clock.advance(by: .seconds(3))
        let slower = taken()
        limiter.setRate(nil)

        let counts = [unlimited, burst, slower, taken()]
        #expect(counts == [100, 20, 3, 100])
    }

    /// The debt is the time until the bucket is full again, in milliseconds.
    @Test func 途中で速さが変わっても_借りが器に収まるときだけ通る() async throws {
        let client = try address("192.0.2.1")
        await forAll(100) { choices in
            (
                choices.number(in: 1...2000),
                choices.list(1...60) { choices in
                    (
                        choices.number(near: 0, 500, within: 500),
                        choices.one(of: [nil, nil, 1, 2, 5, 20, 125, 500, 5000])
                    )
                }
            )
        } holds: { burst, steps in
            let clock = ManualClock(timeOfDayJumps: true)
            let limiter = RateLimiter(rate: 10, burst: .milliseconds(burst), clock: clock)
            var (interval, debt) = (100, 0)
            for (pause, next) in steps {
                clock.advance(by: .milliseconds(max(0, pause)))
                debt = max(0, debt - max(0, pause))
                if let next {
                    limiter.setRate(1000 / Double(next))
                    interval = next
                    debt = min(debt, max(interval, burst))
                }
                let wait = debt + interval - max(interval, burst)
                let expected: Duration? = wait > 0 ? .milliseconds(wait) : nil
                try promise(limiter.take(for: client), is: expected)
                if wait <= 0 { debt += interval }
            }
        }
    }

    @Test func IPv6の相手は六十四ビットの網で数える() throws {
        let limiter = RateLimiter(rate: 1, clock: clock)
        _ = limiter.take(for: try address("2001:db8::1"))

        #expect(limiter.take(for: try address("2001:db8::ffff:2")) != nil)
        #expect(limiter.take(for: try address("2001:db8:0:1::1")) == nil)
    }

    @Test func 覚えている相手の数には限りがある() throws {
        let limiter = RateLimiter(rate: 1, capacity: 100, clock: clock)

        for number in 0..<10_000 {
            _ = limiter.take(for: try address("10.0.\(number / 256).\(number % 256)"))
            #expect(limiter.count <= 200)
        }

        // The limiter still knows the most recent clients.
        #expect(limiter.take(for: try address("10.0.39.15")) != nil)
    }
}

@Suite struct 相手のアドレス {
    @Test(arguments: [
        ("0.0.0.0/0", "::1", false), ("::/0", "0.0.0.0", false), ("127.0.0.0/8", "::ffff:127.0.0.1", true),
    ])
    func 範囲に含まれるのは同じ版のアドレスだけ(range: String, address text: String, isContained: Bool) throws {
        let range = try #require(AddressRange(range))
        try expect(range.contains(address(text)), equals: isContained)
    }

    /// Compares addresses by their bits, one character each.
    @Test func 範囲も網も_始まりのビットだけで決まる() async {
        await forAll(1000) { choices in
            let count = choices.one(of: [4, 16])
            let bits = choices.number(in: 0...(count * 8))
            return (
                choices.list(count...count) { $0.number(in: UInt8(0)...255) }, bits,
                choices.list(0...2) { $0.one(of: [bits - 1, bits, $0.number(in: 0...(count * 8 - 1))]) }
            )
        } holds: { drawn, length, changes in
            var bytes = drawn
            // Avoids mapped IPv4 addresses, because they belong to other ranges.
            bytes[0] |= 1
            var other = bytes
            for bit in changes where bytes.indices.contains(bit / 8) && bit >= 0 { other[bit / 8] ^= 0x80 >> (bit % 8) }
            other[0] |= 1
            let (text, otherText) = (written(bytes), written(other))
            let areOne = { (length: Int) in bits(bytes).prefix(length) == bits(other).prefix(length) }

            let range = try promised(AddressRange("\(text)/\(length)"))
            try promise(range.contains(address(otherText)), is: areOne(length))
            for (kind, length) in [(\ClientAddress.network, 64), (\.site, 48)] {
                let isEqual = try address(text)[keyPath: kind] == address(otherText)[keyPath: kind]
                try promise(isEqual, is: areOne(bytes.count == 4 ? 32 : length))
            }
        }
    }

    private func written(_ bytes: [UInt8]) -> String {
        bytes.count == 4
            ? bytes.map { "\($0)" }.joined(separator: ".")
            : stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
                .joined(separator: ":")
    }

    private func bits(_ bytes: [UInt8]) -> String {
        bytes.map { String(repeating: "0", count: $0.leadingZeroBitCount) + ($0 == 0 ? "" : String($0, radix: 2)) }
            .joined()
    }

    @Test func アドレスも範囲も_書いたものを読めば同じ() async {
        await forAll(500) { choices in
            let count = choices.one(of: [4, 16])
            let bytes = choices.list(count...count) { $0.one(of: [0, 0, 0, 255, $0.number(in: UInt8(0)...255)]) }
            return (bytes, choices.number(near: 0, count * 8, within: 8))
        } holds: { bytes, length in
            let text = written(bytes)
            let address = try address(text)
            let isMapped = bytes.count == 16 && bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
            try promise(address.bytes, is: isMapped ? Array(bytes.suffix(4)) : bytes)
            try promise(ClientAddress("\(address)"), is: address)
            try promise(ClientAddress(SocketAddress(ipAddress: text, port: 80)), is: address)

            let most = address.bytes.count * 8
            let range = AddressRange("\(text.uppercased())/\(length)")
            try promise((range != nil) == (0...most).contains(length), "\(length) is a length")
            guard let range else { return }
            try promise("\(range)", is: length == most ? "\(address)" : "\(address)/\(length)")
            try promise(AddressRange("\(range)"), is: range)
            try promise(range.contains(address), "an address is in its range")
            try promise(
                address.network.network == address.network && address.network.site == address.site, "a network has one")
        }
    }

    /// The chain of addresses from the client to the service, in any division into fields.
    @Test func 何本のフィールドに分かれても_信頼する代理をたどった先が相手() async {
        let proxies = ["10.0.0.0/8", "2001:db8::/32"].compactMap { AddressRange($0) }
        await forAll(1000) { choices in
            choices.list(0...3) { choices in
                choices.list(0...3) {
                    $0.one(of: ["203.0.113.1", "203.0.113.2", "10.0.0.1", "2001:db8::1", "nonsense"])
                }
            } + [[choices.one(of: ["10.9.9.9", "203.0.113.9"])]]
        } holds: { fields in
            var chain = fields.flatMap { $0 }
            let peer = try address(chain.removeLast())
            var expected = peer
            for text in chain.reversed() {
                guard proxies.contains(where: { $0.contains(expected) }), let next = ClientAddress(text) else { break }
                expected = next
            }
            let forwarded = fields.dropLast().map { $0.joined(separator: ", ") }
            let found = [proxies, []].map {
                ClientAddress.client(behind: peer, forwarded: forwarded, trusting: $0).client
            }
            try promise(found, is: [expected, peer])
        }
    }

    @Test(arguments: [
        "", "10", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0.0/8/8", "localhost", "::1/129", "1.2.3.4.5", "/8",
        "10.0.0.0/+8",
        "10.0.0.0/0008", "10.0.0.0/８", "127.0.0.1\0x", "10.0.0.0/8\0",
    ])
    func 範囲でないものは拒む(text: String) {
        #expect(AddressRange(text) == nil)
    }

    @Test(
        arguments: [
            (["203.0.113.5, nonsense"], "10.0.0.1", " nonsense"), (["203.0.113.5,,10.0.0.2,", ""], "203.0.113.5", nil),
            (["\t 2001:db8::1 "], "2001:db8::1", nil),
        ] as [([String], String, String?)])
    func 空白と空の区切りは読み飛ばし_読めないものは告げる(forwarded: [String], expected: String, unreadable: String?) throws {
        let client = ClientAddress.client(
            behind: try address("10.0.0.1"), forwarded: forwarded,
            trusting: [try #require(AddressRange("10.0.0.0/8"))])

        #expect(client.client == (try address(expected)))
        #expect(client.unreadable == unreadable)
    }

    /// A text with an additional character is unreadable or the same address, because none of the characters can be
    /// part of a different one.
    @Test func 代理が書くどの形からも同じ相手を読み_崩れた形から別の相手は読まない() async {
        await forAll(2000) { choices in
            (
                choices.list(4...16) { $0.one(of: [0, $0.number(in: UInt8(0)...255)]) }, choices.number(in: 0...5),
                choices.number(in: UInt16(0)...65535), choices.isTrue(), choices.isTrue(),
                choices.number(in: 0...63), choices.one(of: Array("[]\",;_x /+\0é-=%"))
            )
        } holds: { drawn, form, port, isQuoted, isUpper, place, stray in
            let four = written(Array(drawn.prefix(4)))
            let sixteen = written(Array((drawn + [UInt8](repeating: 1, count: 16)).prefix(16)))
            let isLinkLocal = sixteen.wholeMatch(of: #/fe[89ab].*/#) != nil
            let plain = [four, sixteen, try address(sixteen).description, "::ffff:\(four)"][form % 4]
            var text = plain.contains(":") && form > 1 ? "[\(plain)]" : plain
            if !plain.contains(":") || form > 3 { text += ":\(port)" }
            if !plain.contains(":"), isUpper { text = plain }
            if isUpper { text = text.uppercased() }
            if isQuoted { text = "\"\(text)\"" }

            try promise(ClientAddress(forwarded: text[...].utf8), is: address(plain))
            let index = text.index(text.startIndex, offsetBy: place % text.count)
            text.insert(stray, at: index)
            guard let read = ClientAddress(forwarded: text[...].utf8), !isLinkLocal else { return }
            try promise(read, is: address(plain))
        }
    }

    @Test(
        arguments: [
            ("fe80::1%eth0", "fe80::1"), ("[fe80::1%25eth0]:443", "fe80::1"), ("192.0.2.1%eth0", nil),
            ("fe80::1%", nil),
            ("192.0.2.1:65536", nil), ("192.0.2.1:", nil), ("[2001:db8::1]443", nil), ("2001:db8::1%eth0", nil),
            ("unknown", nil), ("\"", nil), ("[", nil), ("", nil),
        ] as [(String, String?)])
    func リンク内のアドレスのほかにゾーンはなく_ポートは十六ビット(text: String, expected: String?) throws {
        #expect(ClientAddress(forwarded: text[...].utf8) == (try expected.map { try address($0) }))
    }
}
#endif
