#if Server
import Foundation
import HTTPTypes
import NIOCore
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

@Suite struct JSONを読む性質 {
    /// Compares with Foundation's decimal numbers. They hold all digits of these integers.
    @Test func 整数はどう書かれていても値で決まる() async {
        await forAll(1500) { choices in
            let whole = choices.one(of: ["0", choices.text(1...1, of: "123459") + choices.text(0...9, of: "0019")])
            let fraction = choices.text(0...6, of: "00059")
            let exponent = choices.one(of: ["", "", "e", "E+", "e-"])
            return choices.one(of: ["", "-"]) + whole + (fraction.isEmpty ? "" : "." + fraction)
                + (exponent.isEmpty ? "" : exponent + "\(choices.number(in: 0...11))")
        } holds: { text in
            let value = try promised(Decimal(string: text))
            var (rounded, original) = (Decimal(), value)
            NSDecimalRound(&rounded, &original, 0, .plain)
            let isRead = rounded == value && abs(value) <= 999_999_999
            try promise(JSONInteger(Array(text.utf8)[...]).map { Decimal($0.value) }, is: isRead ? value : nil)
            try promise(JSONInteger(Array((text + "x").utf8)[...]) == nil, "nothing may follow")
        }
    }

    /// Returns the text in quotation marks, each character unchanged or in one of its escaped forms.
    private static func escaped(_ text: String, _ choices: inout RandomChoices) -> String {
        let short: [Unicode.Scalar: String] = [
            "\"": #"\""#, "\\": #"\\"#, "/": #"\/"#, "\u{8}": #"\b"#, "\u{C}": #"\f"#, "\n": #"\n"#, "\r": #"\r"#,
            "\t": #"\t"#,
        ]
        return "\""
            + text.unicodeScalars.map { scalar in
                let isPlain = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
                switch choices.number(in: 0...2) {
                case 0 where isPlain: return String(scalar)
                case 1 where short[scalar] != nil: return short[scalar] ?? ""
                default:
                    return scalar.utf16.map { unit in
                        let digits = String(UInt32(unit) + 0x10000, radix: 16).dropFirst()
                        return "\\u" + (choices.isTrue() ? digits.uppercased() : String(digits))
                    }.joined()
                }
            }.joined() + "\""
    }

    @Test func 文字列はどう逃がして書かれていても元に戻る() async {
        await forAll(500) { choices in
            let text = choices.one(of: [choices.text(0...8), choices.text(0...8, of: "\"\\/\n\t\r\u{8}\u{C}a")])
            return (text, Self.escaped(text, &choices))
        } holds: { text, written in
            let read = JSONText.string(Array(written.utf8)[...])
            try promise(read.map { Array($0.utf8) }, is: Array(text.utf8))
        }
    }

    private static func value(_ choices: inout RandomChoices, depth: Int) -> String {
        let space = choices.one(of: ["", "", " ", "\n\t"])
        switch choices.number(in: 0...(depth > 0 ? 5 : 3)) {
        case 0: return space + choices.one(of: ["0", "-1.5e+3", "10", "0.25", "-0"]) + space
        case 1: return space + choices.one(of: ["true", "false", "null"]) + space
        case 2, 3: return space + escaped(choices.text(0...3), &choices) + space
        case 4:
            return space + "[" + choices.list(0...3) { value(&$0, depth: depth - 1) }.joined(separator: ",") + "]"
                + space
        default: return space + object(choices.list(0...3) { member(&$0, depth: depth - 1) }) + space
        }
    }

    private typealias Member = (name: String, written: String, value: String)

    private static func member(_ choices: inout RandomChoices, depth: Int) -> Member {
        let name = choices.text(0...2, of: "ab\"é")
        return (name, escaped(name, &choices), value(&choices, depth: depth))
    }

    private static func object(_ members: [Member]) -> String {
        "{" + members.map { $0.written + " :" + $0.value }.joined(separator: " ,") + "}"
    }

    @Test func 正しいオブジェクトは_名前が重ならない限り読まれる() async {
        await forAll(500) { choices in
            choices.list(0...4) { Self.member(&$0, depth: 2) }
        } holds: { members in
            let bytes = Array((" " + Self.object(members) + "\n").utf8)
            let list = try JSONReader.list(of: bytes)
            try promise(list.map(\.name), is: members.map { Array($0.name.utf8) })
            let spaces = CharacterSet(charactersIn: " \n\t")
            let values = list.map { String(decoding: $0.value, as: UTF8.self).trimmingCharacters(in: spaces) }
            try promise(values, is: members.map { $0.value.trimmingCharacters(in: spaces) })

            let isUnique = Set(members.map { Array($0.name.utf8) }).count == members.count
            let table = try? JSONReader.members(of: bytes)
            try promise((table != nil) == isUnique, "it is read: \(isUnique)")
            if let table { try promise(table.count, is: members.count) }
            // Foundation reads the same bytes as an object.
            try promise(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any], "Foundation reads it")
        }
    }
}

@Suite struct 相手のアドレスの性質 {
    @Test func アドレスも範囲も_書いたものを読めば同じ() async {
        await forAll(500) { choices in
            let count = choices.one(of: [4, 16])
            let bytes = choices.list(count...count) { $0.one(of: [0, 0, 0, 255, $0.number(in: UInt8(0)...255)]) }
            return (bytes, choices.number(near: 0, count * 8, within: 8))
        } holds: { bytes, length in
            let text =
                bytes.count == 4
                ? bytes.map { "\($0)" }.joined(separator: ".")
                : stride(from: 0, to: 16, by: 2).map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
                    .joined(separator: ":")
            let address = try promised(ClientAddress(text))
            let isMapped = bytes.count == 16 && bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]
            try promise(address.bytes, is: isMapped ? Array(bytes.suffix(4)) : bytes)
            try promise(ClientAddress("\(address)"), is: address)
            let socket = try SocketAddress(ipAddress: text, port: 80)
            try promise(ClientAddress(socket), is: address)

            let range = AddressRange("\(address)/\(length)")
            try promise((range != nil) == (0...(address.bytes.count * 8)).contains(length), "\(length) is a length")
            guard let range else { return }
            try promise(AddressRange("\(range)"), is: range)
            try promise(range.contains(address), "an address is in its range")
            try promise(
                address.network.network == address.network && address.network.site == address.site, "a network has one")
        }
    }

    /// Adds spaces on both sides of the text, and changes the case of letters.
    @Test func 空白だけが両端から取れ_字の大きさは問わない() async {
        await forAll { choices in
            (choices.text(0...3, of: " \t"), choices.text(0...4, of: "a \tZé"), choices.text(0...3, of: " \t"))
        } holds: { before, middle, after in
            let bytes = Array((before + middle + after).utf8)
            let expected = (before + middle + after).trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
            try promise(Array(bytes.trimmingSpace), is: Array(expected.utf8))
            try promise(
                Array(middle.utf8).equalsIgnoringCase(middle.replacing("a", with: "A").replacing("Z", with: "z")),
                "case")
            try promise(!Array(middle.utf8).equalsIgnoringCase(middle + "x"), "a longer text is another")
            for (one, other) in [("[", "{"), ("@", "`")] {
                try promise(!Array((middle + one).utf8).equalsIgnoringCase(middle + other), "a sign is no letter")
            }
            try promise(Array((middle + after).utf8).startsIgnoringCase(middle), "it starts with its beginning")
            try promise(!Array(middle.utf8).startsIgnoringCase(middle + "y"), "a beginning is not longer")
        }
    }
}

@Suite struct 経路と名札の性質 {
    @Test func 波括弧は見える文字の区切り一つを表す() async {
        await forAll(600) { choices in
            let length = choices.number(near: 0, 64, within: 2)
            let one =
                choices.text(max(0, length)...max(0, length), of: "!~a.")
                + choices.one(of: ["", "", "/", " ", "é", "?"])
            return choices.one(of: [
                "/v1/sessions/\(one)", "/v1/sessions/\(one)/end", "/v1/Sessions/\(one)", "/v1/sessions",
                "//v1/sessions/a",
            ])
        } holds: { path in
            func matches(_ pattern: Regex<Substring>) -> Bool { path.wholeMatch(of: pattern) != nil }
            try promise(
                PathTemplate("/v1/sessions/{id}").matches(path), is: matches(#/\/v1\/sessions\/[!-.0-~]{1,64}/#))
            try promise(
                PathTemplate("/v1/sessions/{id}/end").matches(path),
                is: matches(#/\/v1\/sessions\/[!-.0-~]{1,64}\/end/#))
            try promise(PathTemplate("/v1/sessions").matches(path), is: path == "/v1/sessions")
        }
    }

    @Test func 要求の名札は決まったものだけ() async {
        await forAll { choices in
            (
                choices.one(of: ["GET", "get", "TRACE", "PROPFIND", "G\u{2D}"]),
                choices.one(of: [nil, "/udids", "/v1/{id}", "udids", ""])
            )
        } holds: { method, endpoint in
            let labels = RequestLabels(method: try promised(HTTPRequest.Method(method)), endpoint: endpoint)
            let isKnown = ["GET", "TRACE"].contains(method)
            let route = endpoint.flatMap { $0.hasPrefix("/") ? $0 : nil }
            try promise([labels.method, labels.route], is: [isKnown ? method : "other", route ?? "other"])
            try promise(labels.spanName, is: (isKnown ? method : "HTTP") + (route.map { " \($0)" } ?? ""))
        }
    }

    @Test func 要求の識別子は乱数の百二十八ビット() async {
        await forAll {
            $0.number(in: UInt64(0)...(.max))
        } holds: { seed in
            let (id, random) = (RequestID.next(SeededRandomSource(seed: seed)), SeededRandomSource(seed: seed))
            try promise(id.count, is: 32)
            try promise(
                [UInt64(id.prefix(16), radix: 16), UInt64(id.suffix(16), radix: 16)],
                is: [random.next(), random.next()])
        }
    }
}

@Suite struct サービスの設定の性質 {
    private static let whole:
        [(setting: ServerSetting, bounds: ClosedRange<Int>, read: @Sendable (ServerSettings) -> Int)] = [
            (.port, 0...65_535, { $0.port }), (.maximumConnections, 1...1_000_000, { $0.maximumConnections }),
            (.connectionsPerAddress, 1...1_000_000, { $0.connectionsPerAddress }),
        ]
    private static let times:
        [(setting: ServerSetting, allowsZero: Bool, read: @Sendable (ServerSettings) -> Duration)] = [
            (.idleTimeout, false, { $0.idleTimeout }), (.requestTimeout, false, { $0.requestTimeout }),
            (.responseTimeout, false, { $0.responseTimeout }), (.shutdownTimeout, false, { $0.shutdownTimeout }),
            (.drainDelay, true, { $0.drainDelay }),
        ]
    private static let rates: [(setting: ServerSetting, read: @Sendable (ServerSettings) -> Double?)] = [
        (.rateLimit, { $0.rateLimit }), (.passwordRateLimit, { $0.passwordRateLimit }), (.logRate, { $0.logRate }),
    ]

    private func read(_ setting: ServerSetting, _ text: String) -> (settings: ServerSettings, isSound: Bool) {
        let configuration = ServerConfiguration(
            of: CompositionRoot.self, options: [setting: text], variables: ["HOME": "/h"], file: nil)
        return (configuration.settings, configuration.problems.isEmpty && configuration.invalid.isEmpty)
    }

    @Test func 整数は限りのちょうどまで() async {
        await forAll(400) { choices in
            (
                choices.number(in: 0...(Self.whole.count - 1)),
                choices.number(near: 0, 1, 65_535, 1_000_000, within: 50),
                choices.one(of: ["", ".0", " ", "x"])
            )
        } holds: { index, number, more in
            let (setting, bounds, value) = Self.whole[index]
            let (settings, isSound) = read(setting, "\(number)\(more)")
            let isAllowed = bounds.contains(number) && more.isEmpty
            try promise(isSound, is: isAllowed)
            try promise(value(settings), is: isAllowed ? number : value(ServerSettings()))
        }
    }

    @Test func 時間は一日まで_待たないことは終わりの知らせだけにできる() async {
        await forAll(400) { choices in
            (
                choices.number(in: 0...(Self.times.count - 1)), choices.number(near: 0, 86_400, within: 100),
                choices.one(of: ["", ".5", ".0"])
            )
        } holds: { index, number, fraction in
            let (setting, allowsZero, value) = Self.times[index]
            let text = "\(number)\(fraction)"
            let (settings, isSound) = read(setting, text)
            let seconds = Double(text) ?? -1
            let isAllowed = (seconds > 0 || allowsZero && seconds == 0) && seconds <= 86_400
            try promise(isSound, is: isAllowed)
            try promise(value(settings), is: isAllowed ? .seconds(seconds) : value(ServerSettings()))
        }
    }

    @Test func 速さは千分の一から百万まで_または限りなし() async {
        await forAll(400) { choices in
            (
                choices.number(in: 0...(Self.rates.count - 1)),
                choices.one(of: [
                    "off", "OFF", "0", "0.001", "0.0009", "1000000", "1000000.1", "-1", "1e3",
                    "\(choices.number(in: 1...500))",
                ]),
                choices.one(of: ["/s", "/s", "", "/m"])
            )
        } holds: { index, number, unit in
            let (setting, value) = Self.rates[index]
            let text = number == "off" ? number : number + unit
            let (settings, isSound) = read(setting, text)
            let rate = unit == "/s" ? Double(number).flatMap { $0 >= 0.001 && $0 <= 1_000_000 ? $0 : nil } : nil
            try promise(isSound, is: text == "off" || rate != nil)
            try promise(value(settings), is: text == "off" ? nil : rate ?? value(ServerSettings()))
        }
    }

    /// A list in a file has the same meaning as the text of an option.
    @Test func アドレスの並びは一つでも正しくなければ使わない() async {
        await forAll { choices in
            choices.list(1...4) {
                $0.one(of: [
                    "127.0.0.1", "10.0.0.0/8", "::1", " 192.0.2.0/24 ", "2001:db8::/32", "10.0.0.0/33", "", "none",
                ])
            }
        } holds: { texts in
            let ranges = texts.map { AddressRange($0.trimmingCharacters(in: .whitespaces)) }
            let isNone = texts == ["none"]
            let isAllowed = isNone || !ranges.contains(nil)
            for setting in [ServerSetting.trustedProxies, .operators] {
                let (settings, isSound) = read(setting, texts.joined(separator: ","))
                try promise(isSound, is: isAllowed)
                guard isAllowed else { continue }
                let found = setting == .operators ? settings.operators : settings.trustedProxies
                try promise(found, is: isNone ? [] : ranges.compactMap { $0 })
            }
        }
    }
}
#endif
