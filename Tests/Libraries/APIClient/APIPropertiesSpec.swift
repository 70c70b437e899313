import Foundation
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesAPIClient

/// An independent reader recovers every value of a written request, each at its place.
@Suite struct 要求を書く性質 {
    @Test func クエリとフォームの名前と値は_区切って読み戻せる() async {
        await forAll { choices in
            choices.list(1...5) { choices in
                (choices.text(1...4, of: "ab&=+ %é\n"), choices.list(0...3) { $0.text(0...8) })
            }
        } holds: { (members: [(name: String, values: [String])]) in
            func read(_ text: String, _ space: String) throws -> [[String]] {
                try text.split(separator: "&").map { pair in
                    try pair.split(separator: "=", omittingEmptySubsequences: false).map {
                        try promised($0.replacing("+", with: space).removingPercentEncoding)
                    }
                }
            }
            var query = Query.none
            for member in members { member.values.append(to: &query, named: member.name) }
            let expected = members.flatMap { member in member.values.map { [member.name, $0] } }
            try promise(read(query.text, "?"), is: expected)
            try promise(read(query.form, " "), is: expected)
            let items = URLComponents(string: "http://h/?" + query.text)?.queryItems ?? []
            try promise(items.filter { !$0.name.isEmpty }.map { [$0.name, $0.value ?? ""] }, is: expected)
        }
    }

    @Test func クエリの値は型ごとに書かれ_ないものは除かれる() {
        let (page, missing): (Int?, String?) = (2, nil)
        let query: Query = [
            "page": page, "missing": missing, "labels": ["bug", "help"], "deep": [[1], [2, 3]], "ratio": 0.5,
            "open": true, "token": Secret("t"),
        ]

        #expect(query.text == "page=2&labels=bug&labels=help&deep=1&deep=2&deep=3&ratio=0.5&open=true&token=t")
        #expect(query.secrets == ["t"])
    }

    private struct Part: Hashable {
        let name: String
        var filename: String?
        var type: String?
        let content: [UInt8]

        static func random(_ choices: inout RandomChoices) -> Part {
            let name = choices.text(1...5, of: "ab\"\r\n;= é\\")
            if choices.isTrue() { return Part(name: name, content: Array(choices.text(0...10).utf8)) }
            return Part(
                name: name, filename: choices.text(0...4, of: "a\".\n"),
                type: choices.one(of: ["text/plain", "image/png"]),
                content: choices.one(of: [choices.bytes(0...20), Array("\r\n--B".utf8), Array("--".utf8)]))
        }
    }

    /// A parser that knows only the boundary and the lines of a head.
    private func parts(_ body: Data, boundary: String) throws -> [Part] {
        func unescaped(_ text: Substring?) -> String? {
            let escapes = [("%0D", "\r"), ("%0A", "\n"), ("%22", "\"")]
            return text.map { escapes.reduce(String($0)) { $0.replacing($1.0, with: $1.1) } }
        }
        let (delimiter, blankLine) = (Array("\r\n--\(boundary)".utf8), Array("\r\n\r\n".utf8))
        var rest = (Array("\r\n".utf8) + Array(body))[...]
        try promise(rest.starts(with: delimiter), "it begins with a boundary")
        rest = rest.dropFirst(delimiter.count)
        var parts: [Part] = []
        while !rest.elementsEqual("--\r\n".utf8) {
            let end = try promised(rest.firstRange(of: delimiter))
            let part = rest[..<end.lowerBound].dropFirst(2)
            let blank = try promised(part.firstRange(of: blankLine))
            let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
            let pattern =
                #/Content-Disposition: form-data; name="([^"\r\n]*)"(?:; filename="([^"\r\n]*)")?(?:\r\nContent-Type: (.*))?/#
            let match = try promised(head.wholeMatch(of: pattern.matchingSemantics(.unicodeScalar))).output
            parts.append(
                Part(
                    name: try promised(unescaped(match.1)), filename: unescaped(match.2),
                    type: match.3.map(String.init),
                    content: Array(part[blank.upperBound...])))
            rest = rest[end.upperBound...]
        }
        return parts
    }

    @Test func 複数部のフォームは_別の読み手でも同じ名前と中身になる() async {
        await forAll(200) {
            $0.list(0...4, of: Part.random)
        } holds: { fields in
            var form = MultipartForm(boundary: "Boundary-1")
            for field in fields {
                if let filename = field.filename {
                    form.append(
                        field.name, data: Data(field.content), filename: filename, contentType: field.type ?? "")
                } else {
                    form.append(field.name, String(decoding: field.content, as: UTF8.self))
                }
            }
            let body = try form.body(secretReceiver: { _ in })
            try promise(parts(body.read(), boundary: "Boundary-1"), is: fields)
            try promise(body.length, is: body.read().count)
        }
    }

    @Test func 本文はどんな大きさに分けて読んでも同じ() async {
        await forAll { choices in
            (choices.list(0...4) { $0.bytes(0...12) }, choices.list(1...4) { $0.number(in: 1...15) })
        } holds: { parts, sizes in
            let body = parts.map { HTTPBody(Data($0)) }.reduce(.empty, +)
            let reader = HTTPBodyReader(body)
            var (read, number) = ([UInt8](), 0)
            while let piece = try reader.read(upTo: sizes[number % sizes.count]) {
                try promise((1...sizes[number % sizes.count]).contains(piece.count), "a piece is within its limit")
                read += piece
                number += 1
            }
            try promise(read, is: parts.flatMap { $0 })
            try promise(body.length, is: read.count)
        }
    }
}

@Suite struct 応答を読む性質 {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// All three forms consist of the parts of ISO 8601.
    @Test func HTTPの三つの日付はどれも同じ時刻になる() async {
        await forAll(200) { choices in
            // Years that two digits can represent.
            choices.number(near: Int64(0), 951_782_400, 1_763_640_000, 3_155_759_999, within: 100_000_000)
        } holds: { (seconds: Int64) in
            guard (0..<3_155_760_000).contains(seconds) else { return }
            let time = Timestamp(milliseconds: seconds * 1000)
            let parts = "\(time)".split { "-T:.Z".contains($0) }
            let month = Self.months[(Int(parts[1]) ?? 1) - 1]
            let clock = parts[3...5].joined(separator: ":")
            let day = parts[2].hasPrefix("0") ? " " + parts[2].dropFirst() : String(parts[2])
            for text in [
                "Sun, \(parts[2]) \(month) \(parts[0]) \(clock) GMT",
                "Wednesday, \(parts[2])-\(month)-\(parts[0].suffix(2)) \(clock) GMT",
                "Sun \(month) \(day) \(clock) \(parts[0])",
            ] {
                try promise(Timestamp(httpDate: text), is: time)
                try promise(RetryAfter([.retryAfter: text]), is: .time(time))
                try promise(Timestamp(httpDate: text + "x"), is: nil)
                try promise(Timestamp(httpDate: text.replacing(month, with: "Foo")), is: nil)
                try promise(Timestamp(httpDate: text.replacing(clock, with: "24:00:00")), is: nil)
            }
        }
    }

    @Test func 待つ時間は秒数か_サーバの時刻からの差か_自分の時刻からの差() async {
        await forAll(200) { choices in
            (
                choices.number(near: Int64(0), Int64(UInt32.max), within: 1000),
                choices.number(in: Int64(-5000)...5000),
                choices.isTrue()
            )
        } holds: { seconds, distance, hasDate in
            let isCount = (0...Int64(UInt32.max)).contains(seconds)
            try promise(RetryAfter([.retryAfter: "\(seconds)"]), is: isCount ? .pause(.seconds(seconds)) : nil)

            func written(_ time: Timestamp) -> String {
                let parts = "\(time)".split { "-T:.Z".contains($0) }
                return "Sun, \(parts[2]) \(Self.months[(Int(parts[1]) ?? 1) - 1]) \(parts[0]) "
                    + parts[3...5].joined(separator: ":") + " GMT"
            }
            let now = Timestamp.example
            var fields: HTTPFields = [.retryAfter: written(now + distance * 1000)]
            if hasDate { fields[.date] = written(now) }
            let after = try promised(RetryAfter(fields))
            // The local clock is an hour behind. This counts only if the server does not send its time.
            try promise(
                after.pause(from: now - 3_600_000), is: .seconds(max(0, distance + (hasDate ? 0 : 3600))))
        }
    }

    @Test func 時刻と日付は書いたとおりに読み戻せる() async {
        await forAll(300) { choices in
            choices.number(near: Int64(0), 253_402_300_799_999, 1_763_640_000_000, within: 5_000_000)
        } holds: { milliseconds in
            guard (0...253_402_300_799_999).contains(milliseconds) else { return }
            let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
            for keys in [KeyFormat.asWritten, .snakeCase] {
                let format = JSONFormat(keys: keys)
                try promise(format.decode([String: Date].self, from: format.encode(["a": date])), is: ["a": date])
            }
        }
    }
}

@Suite struct 秘密を伏せる性質 {
    /// The texts use letters that the placeholder does not contain, so it hides none of them.
    @Test func どう書かれた秘密も残らず_ほかの文字は残る() async {
        await forAll { choices in
            (
                choices.list(1...3) { $0.text(1...6, of: "KLM%/ \"\\+é") },
                choices.list(0...4) { $0.text(0...4, of: "xyz") },
                choices.number(in: 0...3)
            )
        } holds: { secrets, texts, form in
            let request = APIRequest.fixture(secrets: secrets)
            let written = try secrets.map { secret in
                switch form {
                case 0: secret
                case 1: secret.percentEncoded
                case 2: secret.percentEncoded.replacing("%20", with: "+")
                default: String(decoding: try JSONEncoder().encode(secret).dropFirst().dropLast(), as: UTF8.self)
                }
            }
            let around = texts.joined(separator: "|")
            for secret in written where secret.contains(#/[KLM]/#) {
                let redacted = Redaction(request).redact("\(around)<\(secret)>\(around)")
                try promise(!redacted.contains(#/[KLM]/#), "\(redacted) has nothing of \(secret)")
                try promise(
                    redacted.hasPrefix(around + "<") && redacted.hasSuffix(">" + around), "\(redacted) has the rest")
            }
        }
    }

    @Test func 出所はスキームとホストとポートで決まる() async {
        await forAll { choices in
            (0..<2).map { _ in
                (
                    choices.one(of: ["http", "https"]), choices.one(of: ["a", "a.b", "A.b", "[::1]"]),
                    choices.one(of: [nil, 80, 443, 8080]), choices.one(of: ["", "/", "/x?y=1", "/%41"])
                ) as (String, String, Int?, String)
            }
        } holds: { places in
            let addresses = places.map { "\($0.0)://\($0.1)" + ($0.2.map { ":\($0)" } ?? "") }
            let origins = places.map { [$0.0, $0.1.lowercased(), "\($0.2 ?? ($0.0 == "http" ? 80 : 443))"] }
            let request = APIRequest.fixture(.get, addresses[0], path: "/start")

            let redirected = try promised(request.redirected(to: addresses[1] + places[1].3))

            try promise(redirected.origin == request.origin, is: origins[0] == origins[1])
            try promise(redirected.head.path, is: places[1].3.isEmpty ? "/" : places[1].3)
            try promise(request.redirected(to: "//me@\(places[1].1)/"), is: nil)
            try promise(request.redirected(to: "../z?q")?.url, is: addresses[0] + "/z?q")
        }
    }
}

@Suite struct 応答の頭を読む性質 {
    private struct Field: Hashable {
        let name: String
        /// The lines of the field, folded if it has several.
        let lines: [String]
        let space: String

        var written: String { "\(name):" + space + lines.joined(separator: "\r\n \t") + space + "\r\n" }
        var expected: HTTPField {
            HTTPField(name: .init(name) ?? .accept, value: lines.joined(separator: " "))
        }
    }

    private static func read(_ text: String) throws(ExchangeFault.AnswerFlaw) -> HTTPResponse? {
        var reader = ResponseHeadReader()
        var found: HTTPResponse?
        for line in Array(text.utf8).split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            if let head = try reader.read(line + [0x0A]) { found = head }
        }
        return found
    }

    @Test func 状態と欄は順に読まれ_一時の頭は飛ばされる() async {
        await forAll { choices in
            let fields = choices.list(0...5) { choices in
                Field(
                    name: choices.one(of: ["X-A", "x-b", "Server", "a!"]),
                    lines: choices.list(1...3) { $0.text(1...4, of: "abc:,é") },
                    space: choices.one(of: ["", " ", "\t "]))
            }
            return (choices.number(in: 200...999), fields, choices.list(0...2) { $0.number(in: 100...199) })
        } holds: { status, fields, early in
            let text =
                early.map { "HTTP/1.1 \($0) Early\nX-A: early\n\n" }.joined()
                + "HTTP/1.1 \(status) Words of it\r\n" + fields.map(\.written).joined() + "\r\n"
            let head = try promised(Self.read(text))
            try promise(head.status.code, is: status)
            try promise(Array(head.headerFields), is: fields.map(\.expected))
        }
    }

    @Test func UTF8でない値はISO8859_1として読まれる() throws {
        var reader = ResponseHeadReader()
        _ = try reader.read("HTTP/1.1 200 OK\r\n".utf8)
        _ = try reader.read(Array("X-City: Z".utf8) + [0xFC] + Array("rich\r\n".utf8))

        let head = try reader.read("\r\n".utf8)

        #expect(head?.headerFields[.init(literal: "X-City")] == "Zürich")
    }

    @Test func 長さは同じ数がいくつあってもよい() async {
        await forAll { choices in
            choices.list(1...3) { choices in
                choices.list(1...2) { $0.one(of: ["5", "5", "5", "6", "-5", "5a", "９", "9223372036854775808"]) }
            }
        } holds: { fields in
            let text =
                "HTTP/1.1 200 OK\r\n" + fields.map { "Content-Length: " + $0.joined(separator: ", ") + "\r\n" }.joined()
                + "\r\n"
            let lengths = Set(fields.flatMap { $0 })
            let isSound = lengths == ["5"] || lengths == ["6"]
            try promise(((try? Self.read(text)) ?? nil) != nil, is: isSound)
        }
    }

    @Test(arguments: [-1, 0, 1]) func 行数と大きさの限りちょうどまで読む(excess: Int) throws {
        // The status line and the last line count, too.
        let lines = ResponseHeadReader.fieldLimit + excess - 2
        let many = "HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: lines) + "\r\n"
        let rest = ResponseHeadReader.sizeLimit + excess - "HTTP/1.1 200 OK\r\na: \r\n\r\n".utf8.count
        let long = "HTTP/1.1 200 OK\r\na: " + String(repeating: "b", count: rest) + "\r\n\r\n"

        for text in [many, long] {
            let head = try? Self.read(text)
            #expect((head != nil) == (excess <= 0))
        }
    }
}
