#if Server
import Foundation
import Testing
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

private func members(_ text: String) throws -> [String: String] {
    let members = try JSONReader.members(of: Array(text.utf8)).map { name, value in
        (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
    return Dictionary(uniqueKeysWithValues: members)
}

@Suite struct 厳格なJSONの読み手 {
    @Test(
        arguments: [
            ("{}", [:]), (" \t\r\n{ } \n", [:]), (#"{"a":1}"#, ["a": "1"]),
            (#"{ "a" : -1.5e+3 , "b":"x" }"#, ["a": "-1.5e+3", "b": #""x""#]),
            (#"{"a":[1,[2,{"a":3}],{}],"b":{"a":[]}}"#, ["a": #"[1,[2,{"a":3}],{}]"#, "b": #"{"a":[]}"#]),
            (#"{"a":true,"b":false,"c":null}"#, ["a": "true", "b": "false", "c": "null"]),
            (#"{"\u0061\n\"\\\/":"\ud83d\ude00"}"#, ["a\n\"\\/": #""\ud83d\ude00""#]), (#"{"日本":0}"#, ["日本": "0"]),
            (#"{"":{"a":1,"a":2}}"#, ["": #"{"a":1,"a":2}"#]), (#"{"a":" b "}"#, ["a": #"" b ""#]),
        ] as [(String, [String: String])])
    func 正しいものを読む(text: String, expected: [String: String]) throws {
        try expect(members(text), equals: expected)
    }

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

        try expect(JSONReader.members(of: Array(text.utf8)).count, equals: 2)
    }

    @Test(arguments: [
        (#"\u0041"#, "A"), (#"\u00e9"#, "\u{E9}"), (#"\u65E5"#, "日"), (#"\ud83d\ude00"#, "😀"),
        (#"\b\f\r\t"#, "\u{8}\u{C}\r\t"),
    ])
    func 名前の書き換えは同じ名前(escaped: String, plain: String) throws {
        let names = try JSONReader.members(of: Array(#"{"\#(escaped)":1}"#.utf8)).keys

        #expect(Array(names) == [Array(plain.utf8)])
    }

    @Test func 同じ名のものも順にすべて読める() throws {
        let list = try JSONReader.list(of: Array(#"{"a":1,"b":2,"\u0061":3}"#.utf8))

        #expect(list.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "b", "a"])
        #expect(list.map { String(decoding: $0.value, as: UTF8.self) } == ["1", "2", "3"])
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

    @Test(
        arguments: [
            (#""a\n\u65e5\ud83d\ude00""#, "a\n日😀"), (#""""#, ""), (#""\udc00""#, nil), ("1", nil), ("null", nil),
        ] as [(String, String?)])
    func 文字列の値を読む(text: String, expected: String?) {
        #expect(JSONText.string(Array(text.utf8)[...]) == expected)
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
#endif
