/// The part of a field's text that fits into its columns: that around the cursor.
struct FieldWindow {
    let text: String
    /// The column of the cursor, which is within the window.
    let cursor: Int

    /// A masked text is shown as one • for each character.
    init(_ field: FieldText, isMasked: Bool, width: Int) {
        guard width > 0 else {
            (text, cursor) = ("", 0)
            return
        }
        let cells = field.characters.map { isMasked ? "•" : String($0).printable }
        let widths = cells.map(\.columns)
        let total = widths.reduce(0, +)
        let column = widths.prefix(field.cursor).reduce(0, +)
        // Behind the last character there is a cell for the next one.
        guard total >= width else {
            (text, cursor) = (cells.joined(), column)
            return
        }
        // It moves on by half a window, so that some of the text is visible on both sides of the cursor.
        let step = max(1, width / 2)
        let start = column < width - 1 ? 0 : min(column, ((column - (width - 1)) / step + 1) * step)
        let hasMarks = width >= 4
        let first = start + (hasMarks && start > 0 ? 1 : 0)
        let end = start + width - (hasMarks && total >= start + width ? 1 : 0)
        cursor = column - start
        text = Self.cut(zip(cells, widths), from: start, showing: first..<end, width: width)
    }

    /// A character that fits only in part is left out, like those beside the window.
    private static func cut(
        _ cells: some Sequence<(String, Int)>, from start: Int, showing columns: Range<Int>, width: Int
    ) -> String {
        var text = columns.lowerBound > start ? "…" : ""
        var filled = columns.lowerBound
        var position = 0
        for (cell, width) in cells {
            if position >= columns.lowerBound, position + width <= columns.upperBound {
                text += String(repeating: " ", count: position - filled) + cell
                filled = position + width
            }
            position += width
            if position > columns.upperBound { break }
        }
        guard columns.upperBound < start + width else { return text }
        return text + String(repeating: " ", count: columns.upperBound - filled) + "…"
    }
}
