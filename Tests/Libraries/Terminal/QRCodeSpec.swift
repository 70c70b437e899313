import Testing
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTerminal

@Suite struct QRコード {
    private let random = SeededRandomSource.unpredictable()

    /// The numbers of bytes that ISO/IEC 18004, table 7, gives for versions 1 to 13 with level M.
    private static let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331]

    @Test(arguments: [QRCodeExample.smallest, .address, .long]) func 別のプログラムが描くものと同じ(example: QRCodeExample) throws {
        let code = try #require(QRCode(example.text))

        let rows = (0..<code.size).map { row in
            String((0..<code.size).map { code[row, $0] ? "#" : "." })
        }
        #expect(rows.joined(separator: "\n") == example.drawing)
    }

    /// The ratings that Python's qrcode computes.
    @Test(arguments: [
        (QRCodeExample.smallest, [373, 577, 345, 447, 486, 664, 480, 410]),
        (QRCodeExample.address, [2312, 1912, 1778, 1808, 1805, 1705, 1704, 1826]),
        (QRCodeExample.long, [2584, 2299, 2198, 2506, 2469, 2159, 2273, 2393]),
    ])
    func どのマスクの評価も別のプログラムと同じ(example: QRCodeExample, penalties: [Int]) throws {
        try expect(#require(QRCode.drawings(of: example.text)).map(\.penalty), equals: penalties)
    }

    @Test func 入るうちで一番小さいものになり_どれにも入らなければない() {
        for (index, capacity) in Self.capacities.enumerated() {
            let size = 21 + 4 * index
            #expect(QRCode(String(repeating: "a", count: capacity))?.size == size)
            #expect(QRCode(String(repeating: "a", count: capacity + 1))?.size == (capacity < 331 ? size + 4 : nil))
        }
        #expect(QRCode("")?.size == 21)
    }

    @Test func 文字数でなくバイト数で数える() {
        #expect(QRCode("日本語の文")?.size == 25)
        #expect(QRCode(String(repeating: "語", count: 110))?.size == 69)
        #expect(QRCode(String(repeating: "語", count: 111)) == nil)
    }

    @Test func 同じ文字なら同じで_違えば違う() {
        #expect(QRCode("a") == QRCode("a"))
        #expect(QRCode("a") != QRCode("b"))
    }

    @Test func 端末の行には余白があり_外の点は明るい() throws {
        for _ in 0..<20 {
            let code = try #require(QRCode(random.barcodeText()))
            #expect(code.lines.allSatisfy { $0.style == .picture }, random.comment)
            let modules = try Self.modules(of: code.lines)
            #expect(modules.allSatisfy { $0.count == code.columns }, random.comment)
            #expect(modules.count == code.size + 9, random.comment)
            let inside = 4..<code.size + 4
            for (y, row) in modules.enumerated() {
                for (x, isDark) in row.enumerated() {
                    #expect(isDark == code[y - 4, x - 4], random.comment)
                    #expect(!isDark || inside.contains(y) && inside.contains(x), random.comment)
                }
            }
        }
    }

    @Test(.enabled(if: hasBarcodeReader, "ZBar reads the pictures"))
    func 端末の行から元の文字が読める() async throws {
        for _ in 0..<40 {
            let text = random.barcodeText()
            let code = try #require(QRCode(text))
            try await expect(readBarcode(Self.modules(of: code.lines)), equals: text, random.comment)
        }
    }

    /// Returns the rows of modules, two from each line.
    private static func modules(of lines: [Line]) throws -> [[Bool]] {
        try lines.flatMap { line in
            let characters = Array(line.text)
            try promise(characters.allSatisfy { "█▀▄ ".contains($0) }, "half-blocks and spaces")
            return [characters.map { "█▀".contains($0) }, characters.map { "█▄".contains($0) }]
        }
    }
}
