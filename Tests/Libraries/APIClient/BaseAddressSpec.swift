import Foundation
import Testing
import UsecasesAPIClient
import UsecasesEngine
import UsecasesTesting

@Suite struct サービスの基底アドレス {
    @Test(arguments: [
        ("ftp://host", BaseAddress.Flaw.scheme), ("host:8000", .scheme), ("", .scheme), ("127.0.0.1", .scheme),
        ("http://", .host), ("http://:8000", .host), ("http:///path", .host),
        ("http://me:secret@host", .userinfo), ("http://me@host", .userinfo),
        ("http://host?x=1", .queryOrFragment), ("http://host#x", .queryOrFragment),
        ("http://host:0", .port), ("http://host:65536", .port), ("http://host:port", .unreadable),
        ("http://a b", .unreadable),
    ])
    func 正しくないアドレスは理由を挙げて断る(text: String, flaw: BaseAddress.Flaw) {
        #expect(throws: flaw) { try BaseAddress(text) }
    }

    @Test(arguments: [
        ("HTTPS://Example.ORG:443/", "https:example.org"), ("http://example.org:80/api", "http:example.org"),
        ("https://example.org:80", "https:example.org:80"), ("http://[::1]:8000", "http:[::1]:8000"),
    ])
    func フォルダの名前はスキームとホストとポートで決まる(text: String, name: String) throws {
        try expect(BaseAddress(text).folderName, equals: name)
    }

    /// The names are equal if and only if the scheme, the host and the port are.
    @Test func 違う所のフォルダは必ず違う() async {
        let hosts = ["a", "a.b", "a.b.", "ab", "..", ".", "[::1]", "[::2]", "127.0.0.1", "a-80", "a%2F", "a%2f", "443"]
        await forAll(1000) { choices in
            (0..<2).map { _ in
                let (scheme, host) = (choices.one(of: ["http", "https"]), choices.one(of: hosts))
                let port = choices.one(of: [nil, 80, 443, 8080, 8])
                let spelling = scheme + "://" + host
                return (
                    (choices.isTrue() ? spelling : spelling.uppercased()) + (port.map { ":\($0)" } ?? "")
                        + choices.one(of: ["", "/", "/a", "//", "/a/"]),
                    [scheme, host.lowercased(), "\(port ?? (scheme == "http" ? 80 : 443))"]
                )
            }
        } holds: { places in
            let names = try places.map { try BaseAddress($0.0).folderName }
            try promise(names[0] == names[1], is: places[0].1 == places[1].1)
            try promise(names.allSatisfy { !$0.contains("/") && $0.count > 4 }, "\(names) are names of folders")
        }
    }

    @Test(
        arguments: [
            "http://127.0.0.0/a", "http://127.255.255.255:8000", "http://localhost:8000", "http://LOCALHOST",
            "http://localhost.", "http://a.localhost", "http://a.b.LocalHost.:1", "http://[::1%25lo]",
            "http://%31%32%37.0.0.1", "https://example.org",
        ].map { ($0, false) }
            + [
                "http://126.255.255.255", "http://128.0.0.0", "http://0.0.0.1", "http://[fe80::1]",
                "http://localhost.example.org", "http://127.0.0.1.example.org", "http://localhos",
                "http://notlocalhost", "http://localhost..", "http://0127.0.0.1", "http://example.org/127.0.0.1",
                "http://127.0.0.1%00.example.org", "http://127.0.0.1%20.example.org",
            ].map { ($0, true) })
    func このマシンのほかへ暗号化せずに送るかどうか(text: String, isExposed: Bool) throws {
        try expect(BaseAddress(text).isExposed, equals: isExposed)
    }

    @Test func 部分から組み立てたアドレスは_どの部分も正しいときだけ読まれる() async {
        await forAll(1000) { choices in
            (
                choices.one(of: ["http://", "https://", "HTTPS://", "ftp://", "//"]),
                choices.one(of: ["", "", "", "u@", "u:p@"]),
                choices.one(of: ["localhost", "example.com", "10.0.0.1", "[::1]"]),
                choices.isTrue() ? choices.number(near: 1, 65535, within: 99) : nil as Int?,
                choices.one(of: ["", "/", "//", "/a", "/a/b/", "/a//"]), choices.one(of: ["", "", "", "?q=1", "#f"])
            )
        } holds: { scheme, user, host, port, path, tail in
            guard port.map({ $0 >= 0 }) ?? true else { return }
            let start = scheme + user + host + (port.map { ":\($0)" } ?? "")
            let isValid =
                ["http://", "https://"].contains(scheme.lowercased()) && user.isEmpty && tail.isEmpty
                && port.map { $0 > 0 && $0 < 65536 } ?? true
            var expected = scheme.lowercased() + start.dropFirst(scheme.count) + path
            while expected.hasSuffix("/") { expected.removeLast() }

            let address = try? BaseAddress(start + path + tail)

            try promise(address?.description, is: isValid ? expected : nil)
            try promise((try? BaseAddress(expected)) == address || !isValid, "it is the same address")
        }
    }

    /// Compares random spellings of addresses with the addresses that the system's name lookup reads from them.
    @Test func どう書かれた番地でも_システムが自分の番地と読むものだけがこのマシン() async {
        await forAll(3000) { choices in
            choices.isTrue() ? Self.spelling4(&choices) : Self.spelling6(&choices)
        } holds: { host in
            guard let address = try? BaseAddress("http://\(host):1") else { return }
            try promise(address.isExposed, is: !Self.isOwn(host))
            try promise(BaseAddress("https://\(host)").isExposed, is: false)
        }
    }

    /// Writes an address with one to four numbers, each of them decimal, octal or hexadecimal.
    private static func spelling4(_ choices: inout RandomChoices) -> String {
        let bytes = choices.list(4...4) { $0.one(of: [0, 0, 1, 127, 127, $0.number(in: UInt32(0)...255)]) }
        let count = choices.number(in: 1...4)
        let last = bytes[(count - 1)...].reduce(UInt32(0)) { $0 << 8 | $1 }
        let numbers = (bytes.prefix(count - 1) + [last]).map { number in
            switch choices.number(in: 0...3) {
            case 0: "0" + String(repeating: "0", count: choices.number(in: 0...2)) + String(number, radix: 8)
            case 1: choices.one(of: ["0x", "0X"]) + String(number, radix: 16, uppercase: choices.isTrue())
            case _: "\(number)"
            }
        }
        return numbers.joined(separator: ".") + choices.one(of: ["", "", "."])
    }

    /// Writes an address with six or eight groups, the last two possibly as an IPv4 address.
    private static func spelling6(_ choices: inout RandomChoices) -> String {
        var groups =
            choices.one(of: [
                [0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0xFFFF, 0x7F00, 1], Array(repeating: 0, count: 8),
            ])
            as [UInt16]
        if choices.isTrue() { groups[choices.number(in: 0...7)] = choices.one(of: [0, 1, 0x7F00, 0xFFFF]) }
        func text(_ groups: ArraySlice<UInt16>) -> String {
            groups.map {
                String(repeating: "0", count: choices.number(in: 0...1))
                    + String($0, radix: 16, uppercase: choices.isTrue())
            }.map { String($0.suffix(4)) }.joined(separator: ":")
        }
        let end = groups[6...].flatMap { [$0 >> 8, $0 & 0xFF] }.map { "\($0)" }.joined(separator: ".")
        let zeros = groups.prefix { $0 == 0 }.count
        let written =
            switch choices.number(in: 0...2) {
            case 0: text(groups[...])
            case 1: text(groups[..<6]) + ":" + end
            case _: zeros < 2 ? text(groups[...]) : "::" + text(groups[zeros...])
            }
        return "[\(written)]"
    }

    private static func isOwn(_ host: String) -> Bool {
        var name = host.trimmingCharacters(in: ["[", "]"])
        if name.hasSuffix(".") { name.removeLast() }
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &found) == 0, let found else { return false }
        defer { freeaddrinfo(found) }
        var text = [CChar](repeating: 0, count: 100)
        getnameinfo(
            found.pointee.ai_addr, found.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let mapped = address.replacing("::ffff:", with: "")
        return address == "::1" || address == "::" || mapped == "0.0.0.0"
            || !mapped.contains(":") && mapped.hasPrefix("127.")
    }
}
