public import UsecasesEngine

/// A display that draws views and receives keys. It is a terminal or a test double.
@MainActor
package protocol Display {
    /// The current size in columns and rows.
    var size: (columns: Int, rows: Int) { get }
    /// The events from the user and the system after the display was opened.
    var events: AsyncStream<DisplayEvent> { get }

    /// Shows only these lines. `cursor` is the position of the next typed character. `nil` hides the cursor.
    func draw(_ lines: [Line], cursor: CursorPosition?)
}

/// A cell of a display, counted from the upper left corner.
public struct CursorPosition: Sendable, Hashable {
    package let row: Int
    package let column: Int
}

/// An event on a display.
public enum DisplayEvent: Sendable, Hashable {
    /// A pressed key or a pasted text.
    public enum Key: Sendable, Hashable {
        /// A key that types this character.
        case character(Character)
        /// A key pressed together with Control, as a small letter.
        case control(Character)
        /// A pasted text, truncated if no field has room for it. It may be a secret.
        case paste(Secret)
        case enter
        case escape
        case tab
        /// Shift and Tab.
        case backTab
        case backspace
        case delete
        case up
        case down
        case left
        case right
        case home
        case end
        case pageUp
        case pageDown
        /// Control-D, or the end of a closed terminal.
        case endOfInput
    }

    /// All keys that arrived together, in order. A paste is drawn once, not once for each key.
    case keys([Key])
    /// The size of the display has changed, or the display must be redrawn.
    case resized
    /// This signal requests the program to stop.
    case interrupted(signal: Int32)
}
