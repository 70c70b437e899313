package import UsecasesEngine

/// The text of a field during editing, and the position of the cursor.
///
/// The text may be a secret, so only the field displays it.
public struct FieldText: Sendable, Hashable {
    /// The maximum length in Unicode scalars. Further input is ignored.
    package static let limit = 1024

    private let isSecret: Bool
    private var text = ""
    private var scalars = 0
    /// The number of characters before the cursor.
    package private(set) var cursor = 0

    package init(isSecret: Bool = false) {
        self.isSecret = isSecret
    }

    /// The text, for the recipient of the form.
    package var value: Secret { Secret(text) }
    package var isEmpty: Bool { text.isEmpty }
    package var characters: [Character] { Array(text) }

    /// Inserts text at the cursor. It omits characters that cannot be displayed, such as a line break. In a secret, it
    /// omits only control characters and separators of lines and paragraphs.
    package mutating func insert(_ new: String) {
        var inserted = ""
        var room = Self.limit - scalars
        for character in new {
            let admitted = character.unicodeScalars.filter { !isRefused($0) }
            guard admitted.count <= room else { break }
            room -= admitted.count
            inserted.unicodeScalars.append(contentsOf: admitted)
        }
        guard !inserted.isEmpty else { return }
        let before = text.prefix(cursor) + inserted
        let whole = before + text.dropFirst(cursor)
        // A combining character joins the character before it.
        cursor = min(before.count, whole.count)
        text = String(whole)
        scalars = Self.limit - room
    }

    package mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        deleteForward()
    }

    package mutating func deleteForward() {
        guard cursor < text.count else { return }
        text.remove(at: text.index(text.startIndex, offsetBy: cursor))
        scalars = text.unicodeScalars.count
        cursor = min(cursor, text.count)
    }

    package mutating func move(by characters: Int) {
        cursor = min(max(0, cursor + characters), text.count)
    }

    package mutating func moveToStart() { cursor = 0 }
    package mutating func moveToEnd() { cursor = text.count }
    package mutating func clear() { self = FieldText(isSecret: isSecret) }

    private func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        guard isSecret else { return scalar.commandsDisplays }
        return [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}

extension FieldText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder instead of the text.
    public var description: String { Secret.redacted }
    /// A placeholder instead of the text.
    public var debugDescription: String { Secret.redacted }
    /// A mirror without children, because a dump must not contain the text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The visible part of a field's text, around the cursor.
struct FieldWindow {
    let text: String
    /// The column of the cursor, within the window.
    let cursor: Int

    /// Creates the window of a field. A masked text has one • for each character.
    init(_ field: FieldText, isMasked: Bool, width: Int) {
        guard width > 0 else {
            (text, cursor) = ("", 0)
            return
        }
        let cells = field.characters.map { isMasked ? "•" : String($0).printable }
        let widths = cells.map(\.columns)
        let total = widths.reduce(0, +)
        let column = widths.prefix(field.cursor).reduce(0, +)
        // The cell after the last character is for the next one.
        guard total >= width else {
            (text, cursor) = (cells.joined(), column)
            return
        }
        // The window moves by half its width, to keep text visible on both sides of the cursor.
        let step = max(1, width / 2)
        let start = column < width - 1 ? 0 : min(column, ((column - (width - 1)) / step + 1) * step)
        let hasMarks = width >= 4
        let first = start + (hasMarks && start > 0 ? 1 : 0)
        let end = start + width - (hasMarks && total >= start + width ? 1 : 0)
        cursor = column - start
        text = Self.cut(zip(cells, widths), from: start, showing: first..<end, width: width)
    }

    /// Returns the text of the columns. It omits characters that are only partly inside.
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
