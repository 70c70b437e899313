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
