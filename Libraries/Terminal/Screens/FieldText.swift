package import Usecases

/// The text of a field while it is edited, and where in it the cursor is.
///
/// Nothing but the field shows it: it may be a secret.
public struct FieldText: Sendable, Hashable {
    /// How long it can be, in Unicode scalars. More is ignored.
    package static let limit = 1024

    private let isSecret: Bool
    private var text = ""
    private var scalars = 0
    /// How many characters are before the cursor.
    package private(set) var cursor = 0

    package init(isSecret: Bool = false) {
        self.isSecret = isSecret
    }

    /// For the recipient of the text.
    package var value: Secret { Secret(text) }
    package var isEmpty: Bool { text.isEmpty }
    package var characters: [Character] { Array(text) }

    /// At the cursor. What cannot be shown, such as a line break, is left out; of a secret, only what nobody can type.
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
        // A combining character belongs to the one before it.
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
    /// A mirror without children, which keeps the text from dumps.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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
