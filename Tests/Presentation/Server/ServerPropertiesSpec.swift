#if Server
import UsecasesEngine
import Foundation
import HTTPTypes
import Testing
import UsecasesTesting
import UsecasesWeb

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

@Suite struct 経路と名札の性質 {
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

    @Test func 告げられる秒数は待つ時間より長いが_長くても一秒だけ() async {
        await forAll {
            Duration.milliseconds(max(0, $0.number(near: 0, 1000, 600_000, within: 5000)))
        } holds: { wait in
            let header = Refusal.tooManyRequests(wait: wait).headers[.retryAfter]
            let seconds = try promised(header.flatMap { Int($0) })

            try promise(.seconds(seconds) > wait && .seconds(seconds - 1) <= wait, "\(seconds) s")
        }
    }

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

    private func read(_ setting: ServerSetting, _ text: String) async -> (settings: ServerSettings, isSound: Bool) {
        let configuration = await ServerConfiguration(
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
            let (settings, isSound) = await read(setting, "\(number)\(more)")
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
            let (settings, isSound) = await read(setting, text)
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
            let (settings, isSound) = await read(setting, text)
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
                let (settings, isSound) = await read(setting, texts.joined(separator: ","))
                try promise(isSound, is: isAllowed)
                guard isAllowed else { continue }
                let found = setting == .operators ? settings.operators : settings.trustedProxies
                try promise(found, is: isNone ? [] : ranges.compactMap { $0 })
            }
        }
    }
}
#endif
