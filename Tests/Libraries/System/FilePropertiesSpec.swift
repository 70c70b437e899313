import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesSystem

@Suite struct ファイルを読み書きする性質 {
    private static func value(_ choices: inout RandomChoices, depth: Int) -> JSON {
        switch choices.number(in: 0...(depth > 0 ? 7 : 5)) {
        case 0: .null
        case 1: .bool(choices.isTrue())
        case 2: .integer(choices.number(near: Int64.min, 0, .max, 1 << 53, within: 9))
        case 3: .string(choices.text(0...6))
        case 4: .string(choices.text(0...6, of: "\"\\:{}"))
        case 5:
            .number(Decimal(choices.number(in: -999...999)) / 8 + Decimal(sign: .plus, exponent: -9, significand: 1))
        case 6: .array(choices.list(0...4) { value(&$0, depth: depth - 1) })
        default: object(&choices, depth: depth - 1)
        }
    }

    private static func object(_ choices: inout RandomChoices, depth: Int) -> JSON {
        let members = choices.list(0...4) { ($0.text(0...3, of: "a:\"\\é"), value(&$0, depth: depth)) }
        return .object(Dictionary(members) { $1 })
    }

    @Test func 断られた操作は_どの呼び出しがなぜ断られたかを言う() throws {
        let directory = TemporaryDirectory()
        try directory.write("text", to: "file")
        let file = directory.path + "/file"
        var refusals: [(call: String, code: Int32, operation: () throws -> Void)] = [
            ("fcntl", EBADF, { _ = try FileDescriptor(duplicating: -1, path: file) }),
            ("ftruncate", EINVAL, { try FileDescriptor(file, O_RDONLY).truncate(to: 0) }),
            ("read", EISDIR, { _ = try FileDescriptor(directory.path, O_RDONLY).read(next: 1) }),
            ("write", EBADF, { try FileDescriptor(file, O_RDONLY).write(Data([1])) }),
        ]
        #if !canImport(Darwin)
        refusals += [
            ("write", ENOSPC, { try FileDescriptor("/dev/full", O_WRONLY).write(Data([1])) }),
            ("fsync", EINVAL, { try FileDescriptor("/dev/null", O_WRONLY).flush() }),
        ]
        #endif
        for (call, code, operation) in refusals {
            let error = #expect(throws: PosixError.self) { try operation() }
            #expect(error?.call == call && error?.code == code, "\(call)")
        }
        try expect(directory.text(of: "file"), equals: "text")
    }

    @Test func 置き換えたファイルの権限は_持ち主だけかふつうのもの() throws {
        let directory = TemporaryDirectory()
        for (name, isPrivate) in [("own", true), ("shared", false)] {
            try FileReplacement.replace(directory.path + "/" + name, with: Data(), isPrivate: isPrivate)
        }
        close(open(directory.path + "/usual", O_WRONLY | O_CREAT, 0o644))

        try expect(directory.mode(of: "own"), equals: 0o600)
        try expect(directory.mode(of: "shared"), equals: directory.mode(of: "usual"))
    }

    /// A number may be too large for every type.
    @Test func 読めない大きさの数も_そのまま書き戻す() async throws {
        let directory = TemporaryDirectory()
        let file = DocumentFile(
            directory: directory.path, name: "document.json",
            format: DocumentFormat(name: "document/1", ownMembers: { ["a"] }), clock: ImmediateClock())
        await forAll(50) { choices in
            let number = choices.one(of: ["", "-"]) + choices.one(of: ["1e400", "9.5E+999", "1e5", "0.1"])
            return (number, choices.text(0...4, of: "\\\"e1:+é"))
        } holds: { number, text in
            let text = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            try directory.write(
                #"{"a":1,"future":{"b":[\#(number),"1e400","\#u{E000}1e400",\#(text)]}}"#, to: "document.json")

            try await file.update { $0["a"] = .integer(2) }

            let lines = try directory.text(of: "document.json").split(separator: "\n").map { $0.drop { $0 == " " } }
            let written = try promised(lines.drop { !$0.hasPrefix("\"b\"") }.dropFirst().first)
            try promise(Double(written.dropLast()) == Double(number), "\(number) is written as \(written)")
            for text in ["1e400", "\u{E000}1e400"] {
                try promise(lines.contains { $0.elementsEqual("\"\(text)\",") }, "a text remains a text")
            }
            try await file.update { $0["a"] = .integer(1) }
        }
    }

    private static func depth(_ value: JSON) -> Int {
        switch value {
        case .null, .bool, .integer, .number, .double, .string: 0
        case .array(let values): 1 + (values.map(depth).max() ?? 0)
        case .object(let members): 1 + (members.values.map(depth).max() ?? 0)
        }
    }

    @Test func どのJSONも読み戻せ_数えた名前は書かれた名前と同じ() async {
        await forAll(400) {
            Self.value(&$0, depth: 3)
        } holds: { value in
            let data = try JSONEncoder().encode(value)
            try promise(JSONDecoder().decode(JSON.self, from: data), is: value)
            let depth = Self.depth(value)
            try promise(JSONStructure(of: data).memberCount, is: value.memberCount)
            try promise(JSONStructure(of: data).depth, is: depth)
            try promise(value.isNested(atMost: depth), "it is nested \(depth) deep")
            try promise(depth == 0 || !value.isNested(atMost: depth - 1), "it is nested no less than \(depth) deep")
        }
    }

    @Test func 親ディレクトリはシステムの言うとおりバイトで決まる() async {
        await forAll(1000) {
            $0.text(0...8, of: "\u{301}/./axがか\u{3099}")
        } holds: { path in
            var bytes = path.utf8CString
            let expected = bytes.withUnsafeMutableBufferPointer { String(cString: dirname($0.baseAddress)) }
            let isRoot = path.allSatisfy { $0 == "/" }
            // POSIX leaves the meaning of two leading slashes open. Only there do they differ from one slash.
            let parent = isRoot ? nil : expected == "//" ? "/" : expected
            try promise(path.parentDirectory.map { Array($0.utf8) }, is: parent.map { Array($0.utf8) })
        }
    }

    private static func lines(_ bytes: [UInt8], limit: Int) -> [LineReader.Line] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.count > limit ? LineReader.Line.tooLong : .whole(Data(line))
        }
        if case .whole(let rest)? = lines.popLast() {
            if !rest.isEmpty { lines.append(.partial(rest)) }
        } else {
            lines.append(.tooLong)
        }
        return lines
    }

    private static func read(_ reader: consuming LineReader) throws -> [LineReader.Line] {
        var reader = reader
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        return lines
    }

    @Test func 行はどこで分かれていても_長すぎるものだけが捨てられる() async {
        await forAll { choices in
            (choices.text(0...30, of: "a\nb\n\rc"), choices.number(in: 0...5))
        } holds: { text, limit in
            let bytes = Array(text.utf8)
            try promise(Self.read(LineReader(content: bytes, limit: limit)), is: Self.lines(bytes, limit: limit))
        }
    }

    /// A file is read in pieces of 65,536 bytes.
    @Test func 読む区切りをまたぐ行も同じ() async throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/lines"
        await forAll(25) { choices in
            (
                choices.list(1...6) { $0.number(near: 0, 65_535, 100, within: 30) },
                choices.one(of: [50, 65_535, 200_000]), choices.isTrue()
            )
        } holds: { lengths, limit, isEnded in
            let text =
                lengths.enumerated().map { String(repeating: $0 % 2 == 0 ? "a" : "b", count: max(0, $1)) }
                .joined(separator: "\n") + (isEnded ? "\n" : "")
            try Data(text.utf8).write(to: URL(filePath: path))
            try promise(
                Self.read(LineReader(path, limit: limit)) == Self.lines(Array(text.utf8), limit: limit),
                "the lines are those of the text")
        }
    }
}
