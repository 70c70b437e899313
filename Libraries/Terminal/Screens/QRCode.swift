/// A QR code of a text (ISO/IEC 18004), in byte mode with error correction level M. Readers take its bytes for UTF-8.
public struct QRCode: Sendable, Hashable {
    /// The width of the light border that readers need, in modules.
    package static let quietZone = 4

    private let isDark: [[Bool]]

    /// Returns `nil` if the text has more than 331 bytes in UTF-8.
    public init?(_ text: String) {
        let rated = Self.drawings(of: text)?.map { (drawing: $0, penalty: $0.penalty) }
        guard let best = rated?.min(by: { $0.penalty < $1.penalty }) else { return nil }
        isDark = best.drawing.isDark
    }

    /// Returns the smallest code for the text with each mask, or `nil` if no version has room for it.
    static func drawings(of text: String) -> [QRDrawing]? {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
        let drawing = QRDrawing(version, codewords: version.codewords(of: bytes))
        return QRDrawing.masks.indices.map { drawing.masked(by: $0) }
    }

    /// The number of modules on each side, without the light border.
    public var size: Int { isDark.count }

    /// Whether the module is dark. A module outside the code is light.
    public subscript(row: Int, column: Int) -> Bool {
        isDark.indices.contains(row) && isDark.indices.contains(column) && isDark[row][column]
    }
}

extension QRCode {
    /// The number of terminal columns of the code, with its light border.
    var columns: Int { size + 2 * Self.quietZone }

    /// The code for a terminal, with its light border. Each character is two modules, one above the other.
    ///
    /// In colours, the code is black on white. Without colours, the dark modules have the colour of text. That is right if
    /// the text is darker than the background. Otherwise only readers of inverted codes can read it.
    public var lines: [Line] {
        let range = -Self.quietZone..<size + Self.quietZone
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let characters = range.map { column -> Character in
                switch (self[row, column], self[row + 1, column]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return Line(String(characters), style: .picture)
        }
    }
}
