#if Server
import UsecasesEngine
import Foundation
import Testing
import UsecasesTesting

@testable import UsecasesService
@testable import UsecasesTerminal

private func members(_ text: String) throws -> [[UInt8]: ArraySlice<UInt8>] {
    try JSONReader.members(of: Array(text.utf8))
}

@Suite struct 厳格なJSONの読み手 {
    @Test(arguments: [
        "", " ", "{", "}", "{}}", "{} x", "[]", "1", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,}"#, #"{"a":1 "b":2}"#,
        #"{a:1}"#,
        #"{"a":01}"#, #"{"a":010}"#, #"{"a":00}"#, #"{"a":-00}"#, #"{"a":00.5}"#, #"{"a":-}"#, #"{"a":1.}"#,
        #"{"a":.5}"#, #"{"a":1e}"#, #"{"a":1e+}"#, #"{"a":+1}"#, #"{"a":0x1}"#,
        #"{"a":tru}"#, #"{"a":True}"#, #"{"a":"\x"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\u12"}"#, "{\"a\":\"\n\"}",
        #"{"a":"b}"#,
        #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":[}"#, #"{"a":{"b":1,}}"#, #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":1}"#,
        "\u{FEFF}{}", "{}\0", #"{"a":/* */1}"#, #"{"a":1;}"#,
    ])
    func 正しくないものは読まない(text: String) {
        #expect(throws: JSONReader.Fault.self) { try members(text) }
    }

    /// As Unicode texts they would be equal, and the comparison would take quadratic time in their length.
    @Test(arguments: [
        ["\u{E9}", "e\u{301}"], ["K", "\u{212A}"], ["a\u{301}\u{323}", "a\u{323}\u{301}"], [#"\ud800"#, #"\udc00"#],
        [#"\ud800"#, "\u{FFFD}"], ["\u{1100}\u{1161}", "\u{AC00}"],
    ])
    func 名前はバイトで比べる(names: [String]) throws {
        let text = "{" + names.map { #""\#($0)":1"# }.joined(separator: ",") + "}"

        try expect(members(text).count, equals: 2)
    }

    @Test(
        arguments: [
            ("[]", []), (#"[1,"a" , [2,3],{"b":[4]}]"#, ["1", #""a""#, "[2,3]", #"{"b":[4]}"#]), (#"{"a":1}"#, nil),
            ("1", nil),
        ] as [(String, [String]?)])
    func 配列の値を読む(text: String, expected: [String]?) {
        let elements = JSONReader.elements(of: Array(text.utf8)[...])

        #expect(elements?.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(arguments: [#""\udc00""#, #""\ud800""#, "1", "null", "[]"]) func 文字列でないものと壊れた文字列は読まない(text: String) {
        #expect(JSONText.string(Array(text.utf8)[...]) == nil)
    }

    @Test func 深すぎるものは読まない() throws {
        let deep = { (count: Int) in
            #"{"a":"# + String(repeating: "[", count: count) + String(repeating: "]", count: count) + "}"
        }

        try expect(members(deep(512)).count, equals: 1)
        #expect(throws: JSONReader.Fault.self) { try members(deep(513)) }
        #expect(throws: JSONReader.Fault.self) { try members(#"{"a":"# + String(repeating: "[", count: 100_000)) }
        #expect(throws: JSONReader.Fault.self) {
            try members(String(repeating: #"{"a":"#, count: 100_000))
        }
    }

    /// Texts are changed at random in a few places: whatever Foundation rejects must be rejected here. There are no
    /// exponents, as numbers in JSON may be larger than Foundation can represent.
    @Test func 拒むべきものを受け取らない() throws {
        var random = SeededRandomSource.unpredictable()
        let sound = Array(#"{"appDeviceKbn":11,"b":[1.5,"x\u0041\\",{"c":null,"d":true}],"e":{}}"#.utf8)
        let alphabet = Array(#"{}[]",:\u0123456789a+-. trufalsn/"#.utf8)
        var refused = 0
        for _ in 0..<20_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: index)
                case 1: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
                default: bytes[index] = alphabet.randomElement(using: &random) ?? 0
                }
            }
            let isReadHere = (try? JSONReader.members(of: bytes)) != nil
            let isReadByFoundation = (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
            if !isReadByFoundation { refused += 1 }
            #expect(!isReadHere || isReadByFoundation, "\(String(decoding: bytes, as: UTF8.self)), \(random.comment)")
        }
        #expect(refused > 1000, random.comment)
    }
}

@Suite struct JSONを読む性質 {
    /// The numbers that a floating-point number would round, and those far beyond the range.
    @Test(
        arguments: [
            ("0e999999999999999999999", 0), ("999999999", 999_999_999), ("1000000000", nil), ("100000000000e-9", 100),
            ("1e-400", nil), ("9999.0000000000001", nil), ("11.00000000000000000000001", nil), ("1e400", nil),
            ("1e99999999999999999999", nil), ("-1e-99999999999999999999", nil), ("0.1e-9223372036854775808", nil),
            ("true", nil), ("null", nil), ("\"11\"", nil), ("[11]", nil), ("{}", nil), ("", nil), ("-", nil),
            ("e1", nil),
            ("1e", nil), ("1e+", nil), ("1e1x", nil),
        ] as [(String, Int?)])
    func 整数は正確に読み_ほかは読まない(text: String, expected: Int?) {
        #expect(JSONInteger(Array(text.utf8)[...])?.value == expected)
    }

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
        let space = choices.one(of: ["", "", " ", "\n\t\r"])
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
        "{ " + members.map { $0.written + " :" + $0.value }.joined(separator: " ,") + "}"
    }

    @Test func 正しいオブジェクトは_名前が重ならない限り読まれる() async {
        await forAll(500) { choices in
            choices.list(0...4) { Self.member(&$0, depth: 2) }
        } holds: { members in
            let bytes = Array((" " + Self.object(members) + "\n").utf8)
            let list = try JSONReader.list(of: bytes)
            try promise(list.map(\.name), is: members.map { Array($0.name.utf8) })
            let spaces = CharacterSet(charactersIn: " \n\t\r")
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
#endif
