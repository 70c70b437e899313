import Testing
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

@Suite struct QRコードの図 {
    private let random = SeededRandomSource.unpredictable()

    private static func tree(of code: QRCode) throws -> HTMLTree {
        try HTMLTree("<!doctype html>\n\(code.markup(label: "A <code>").text)\n")
    }

    @Test func 図にはコードのすべての点と四点の余白がある() throws {
        for _ in 0..<20 {
            let code = try #require(QRCode(random.barcodeText()))
            let tree = try Self.tree(of: code)
            let picture = try #require(tree.all("svg").first)
            #expect([picture["role"], picture["aria-label"]] == ["img", "A <code>"])
            #expect(picture["viewBox"] == "0 0 \(code.size + 8) \(code.size + 8)")
            let modules = try tree.pictureModules()
            #expect(modules.count == code.size + 8, random.comment)
            for (y, row) in modules.enumerated() {
                for (x, isDark) in row.enumerated() { #expect(isDark == code[y - 4, x - 4], random.comment) }
            }
        }
    }

    @Test(.enabled(if: hasBarcodeReader, "ZBar reads the pictures"))
    func 図から元の文字が読める() async throws {
        for _ in 0..<20 {
            let text = random.barcodeText()
            let tree = try Self.tree(of: #require(QRCode(text)))
            try await expect(readBarcode(tree.pictureModules()), equals: text, random.comment)
        }
    }
}

extension HTMLTree {
    /// Returns the rows of modules that a picture paints: a light square, and a path of dark rectangles.
    func pictureModules() throws -> [[Bool]] {
        let square = try promised(all("rect").first)
        try promise(square["fill"], is: "#fff")
        let width = try promised(square["width"].flatMap { Int($0) })
        try promise(square["height"], is: "\(width)")
        let path = try promised(all("path").first?["d"])
        let rectangles = path.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#)
        try promise(rectangles.map { String($0.0) }.joined(), is: path)
        var modules = Array(repeating: Array(repeating: false, count: width), count: width)
        for rectangle in rectangles {
            let (x, y) = try (promised(Int(rectangle.1)), promised(Int(rectangle.2)))
            try promise(rectangle.3, is: rectangle.4)
            let length = try promised(Int(rectangle.3))
            try promise(y < width && x + length <= width, "the path is inside the square")
            for column in x..<x + length { modules[y][column] = true }
        }
        return modules
    }
}
