import Foundation
import Testing
import UsecasesEngine
import UsecasesTesting

@Suite struct 文章の性質 {
    private static func call(_ choices: inout RandomChoices) -> (name: PortCallName, labels: [String]) {
        let labels = choices.list(0...3) { $0.one(of: ["_", "of", "orSave"]) }
        return (
            PortCallName(
                port: choices.one(of: ["DataStore", "Clock"]),
                operation: choices.one(of: ["get", "now"]) + "(" + labels.map { $0 + ":" }.joined() + ")",
                arguments: labels.map { _ in choices.text(1...3, of: "ab1") }), labels
        )
    }

    @Test func 呼び出しの文には引数がラベルとともに順に並ぶ() async {
        await forAll {
            Self.call(&$0)
        } holds: { call, labels in
            let text = call.description
            let method = call.operation.components(separatedBy: "(")[0]

            try promise(text.hasPrefix("\(call.port).\(method)(") && text.hasSuffix(")"), text)
            let list = text.dropFirst(call.port.count + method.count + 2).dropLast().components(separatedBy: ", ")
            let parts = list.map { $0.components(separatedBy: ": ") }
            try promise(labels.isEmpty ? [] : parts.compactMap(\.last), is: call.arguments)
            try promise(labels.isEmpty ? [] : parts.map { $0.count == 2 ? $0[0] : "_" }, is: labels)
        }
    }

    @Test func 呼び出しを指す書き方は四つだけ() async {
        await forAll(1000) { choices in
            let (call, _) = Self.call(&choices)
            let method = "\(call.port).\(call.operation.components(separatedBy: "(")[0])"
            let meant =
                [method, "\(call.port).\(call.operation)", "\(call)"]
                + call.arguments.prefix(1).map { "\(method)(\($0))" }
            let text = choices.one(
                of: meant + meant.map { String($0.dropLast()) } + meant.map { $0.lowercased() } + [
                    call.port, call.operation, "\(method)(b)", "",
                ])
            return (call, text, meant.contains(text))
        } holds: { call, text, isMeant in
            try promise(call.isMeant(by: text), is: isMeant)
        }
    }

    @Test func 結果の変更は名前かASCIIの名前で結果を指す() async {
        let names = ["書き込みに失敗", "ネットワーク接続不可", "absent", "stored", ""]
        await forAll { choices in
            let (name, other) = (choices.one(of: names), choices.one(of: names))
            return (name, choices.one(of: [other, ErrorWrapper.names(of: other).text(in: .en)]))
        } holds: { name, outcome in
            let written = ErrorWrapper.names(of: name)
            let isMeant = [written.text(in: .ja), written.text(in: .en)].contains(outcome)
            try promise(OutcomeChange(call: "DataStore.get", outcome: outcome).means(name), is: isMeant)
        }
    }

    @Test func 列挙は元の部分に分けられる() async {
        await forAll {
            $0.list(0...6) { $0.text(1...3, of: "xyz") }
        } holds: { parts in
            let sentence = Sentence.enumeration(parts.map { Sentence(en: $0, ja: $0) })
            let english = sentence.text(in: .en).components(separatedBy: " and ")

            try promise(english.count, is: min(2, max(1, parts.count)))
            let all = english.flatMap { $0.components(separatedBy: ", ") }
            try promise(all, is: parts.isEmpty ? [""] : parts)
            try promise(sentence.text(in: .ja).components(separatedBy: "、"), is: all)
        }
    }

    @Test func パスは必要なときだけ引用したシェルの一語になる() async {
        await forAll(60) {
            $0.text(0...6, of: "a/-~ '\"$`*\\あ.#\n=")
        } holds: { path in
            let (shell, output) = (Process(), Pipe())
            shell.executableURL = URL(filePath: "/bin/sh")
            shell.arguments = ["-c", "printf %s \(path.shellPath)"]
            shell.standardOutput = output
            try shell.run()
            let word = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()

            try promise(word, is: path.hasPrefix("-") ? "./" + path : path)
        }
        #expect("../shop-1/日本".shellPath == "../shop-1/日本")
    }

    @Test func 読み手への時刻は秒までの世界標準時() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        await forAll {
            $0.number(in: 0...253_402_300_799_999)
        } holds: { [calendar] (milliseconds: Int64) in
            let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second]

            let text = Timestamp(milliseconds: milliseconds).toTheSecond

            try promise(text.hasSuffix(" UTC"), text)
            let words = text.dropLast(4).split { "- :".contains($0) }
            try promise(words.map { Int($0) }, is: numbers)
            try promise(words.map(\.count), is: [4, 2, 2, 2, 2, 2])
        }
    }
}

/// Texts that are written are read back by an independent reader.
@Suite struct 値を文字にする性質 {
    @Test func パーセント記法は元に戻り_安全な文字だけになる() async {
        await forAll(500) {
            $0.text(0...12)
        } holds: { text in
            let encoded = text.percentEncoded
            try promise(encoded.removingPercentEncoding.map { Array($0.utf8) }, is: Array(text.utf8))
            try promise(encoded.wholeMatch(of: #/([A-Za-z0-9\-._~]|%[0-9A-F]{2})*/#) != nil, "\(encoded) is safe")
        }
    }

    /// A shell reads a text in apostrophes unchanged.
    @Test func シェルの引用は一語のまま元に戻る() async {
        await forAll {
            $0.text(0...10, of: "a'\"\\ $`!\n*")
        } holds: { text in
            var (word, rest) = ("", text.shellQuoted[...])
            while !rest.isEmpty {
                if rest.hasPrefix(#"\'"#) {
                    word += "'"
                    rest = rest.dropFirst(2)
                } else {
                    try promise(rest.removeFirst(), is: "'")
                    let end = try promised(rest.firstIndex(of: "'"))
                    word += rest[..<end]
                    rest = rest[rest.index(after: end)...]
                }
            }
            try promise(word, is: text)
        }
    }

    @Test func 十六進の桁は元の値に戻る() async {
        await forAll {
            ($0.number(in: UInt64(0)...(.max)), $0.bytes(0...4))
        } holds: { number, bytes in
            try promise(UInt64(String(hexadecimal: number), radix: 16), is: number)
            try promise(String(hexadecimal: number).utf8.count, is: 16)
            try promise(bytes.hexadecimal.utf8.allSatisfy(\.isLowercaseHexDigit), "the digits are in lower case")
            let digits = bytes.hexadecimal.utf8.compactMap(\.hexDigitValue)
            try promise(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }, is: bytes)
        }
    }

    @Test func 秒数は千分の一秒まで書かれる() async {
        await forAll(500) { choices in
            choices.number(near: Int64(0), 1000, 1_000_000, 86_400_000_000, within: 3_000_000)
        } holds: { (microseconds: Int64) in
            let text = Duration.microseconds(microseconds).text
            let number = Double(text.prefix { $0 != " " })
            if microseconds != 0, abs(microseconds) < 1000 {
                try promise(text, is: "less than 0.001 seconds")
            } else {
                let seconds = Double(microseconds / 1000) / 1000
                try promise(abs(promised(number) - seconds) < 0.000_001, "\(text) is \(seconds) seconds")
            }
        }
    }
}

@Suite struct 休みの性質 {
    @Test func 休みの上限は倍になり_最長を超えず_休みは上限を超えない() async {
        await forAll { choices in
            (
                choices.number(in: 0...3000), choices.number(near: 0, 60_000, within: 5000),
                choices.one(of: [choices.number(in: 1...70), Int.max]), choices.number(in: UInt64(0)...(.max))
            )
        } holds: { first, longest, attempts, seed in
            let backoff = Backoff(first: .milliseconds(first), longest: .milliseconds(longest))
            // Within 20 attempts, the doubled pauses exceed every maximum.
            let doubled = first << min(attempts - 1, 20)
            let bound = max(0, min(doubled, longest))
            try promise(backoff.bound(after: attempts), is: .milliseconds(bound))
            let pause = backoff.pause(after: attempts, SeededRandomSource(seed: seed))
            try promise(pause >= .zero && pause <= .milliseconds(bound), "\(pause) is within the bound")
        }
    }
}
