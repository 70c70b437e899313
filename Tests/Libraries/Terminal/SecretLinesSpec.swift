import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTerminal

@Suite struct 標準入力の秘密の行 {
    @Test func 行の終わりがLFでもCRLFでもなくても_BOMがあっても_行の数が合うときだけ読む() async {
        await forAll { choices in
            let lines = choices.list(1...4) { $0.text(0...5, of: "ab \té名") }
            var text = lines.dropLast().map { $0 + choices.one(of: ["\n", "\r\n"]) }.joined()
            // An empty line needs its end.
            text += (lines.last ?? "") + choices.one(of: lines.last == "" ? ["\n", "\r\n"] : ["", "\n", "\r\n"])
            if choices.isTrue() { text = "\u{FEFF}" + text }
            return (lines, Array(text.utf8), choices.number(in: 0...5))
        } holds: { (lines: [String], bytes: [UInt8], count: Int) in
            let read = try? SecretInput.lines(count, in: bytes).map { $0.reveal() }

            try promise(read, is: count == lines.count ? lines : nil)
            try promise((try? SecretInput.lines(lines.count, in: bytes + [0])) == nil, "a NUL is refused")
            try promise((try? SecretInput.lines(lines.count, in: [0xFF] + bytes)) == nil, "it must be UTF-8")
        }
    }

    @Test func 四千九十六バイトまで読む() async {
        await forAll(50) {
            $0.number(near: 4096, within: 10)
        } holds: { (count: Int) in
            let read = try? SecretInput.lines(1, in: [UInt8](repeating: 0x61, count: count))
            try promise(read?.first?.reveal().count, is: count <= 4096 ? count : nil)
        }
    }
}
