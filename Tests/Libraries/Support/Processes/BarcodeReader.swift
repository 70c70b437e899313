import UsecasesTesting

/// Whether this machine can read pictures of QR codes.
package let hasBarcodeReader = hasProgram("zbarimg")

/// Returns the text of the QR code in the picture, as ZBar reads it. Each pixel is drawn as a square of four by four.
package func readBarcode(_ isDark: [[Bool]]) async throws -> String {
    let directory = TemporaryDirectory()
    let rows = isDark.flatMap { row in
        let pixels = row.map { $0 ? "1 1 1 1" : "0 0 0 0" }.joined(separator: "\n")
        return Array(repeating: pixels, count: 4)
    }
    let head = "P1\n\(4 * (isDark.first?.count ?? 0)) \(rows.count)\n"
    try directory.write(head + rows.joined(separator: "\n") + "\n", to: "code.pbm")
    let result = try await ProgramProcess(
        ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", directory.path + "/code.pbm"],
        program: "/usr/bin/env"
    ).run()
    try promise(result.status, is: 0)
    return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
}

extension SeededRandomSource {
    /// Returns a text of 1 to 331 characters in ASCII. All readers of QR codes take their bytes for the same characters.
    package func barcodeText() -> String {
        var generator = self
        let count = Int.random(in: 1...331, using: &generator)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0x21...0x7E, using: &generator) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
