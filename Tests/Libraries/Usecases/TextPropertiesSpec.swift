import Foundation
import Testing
import Usecases
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
