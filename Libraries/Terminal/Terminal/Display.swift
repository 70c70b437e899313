public import Usecases

/// Where views are drawn and keys come from: a terminal, or a double of one.
@MainActor
protocol Display {
    /// In columns and rows, as it is now.
    var size: (columns: Int, rows: Int) { get }
    /// What the user and the system do to it, from the time that it was opened.
    var events: AsyncStream<DisplayEvent> { get }

    /// Shows these lines and nothing else. `cursor` is where the next character is typed; `nil` hides it.
    func draw(_ lines: [Line], cursor: CursorPosition?)
}

/// A cell of a display, counted from its upper left corner.
public struct CursorPosition: Sendable, Hashable {
    package let row: Int
    package let column: Int
}

/// An event on a display.
public enum DisplayEvent: Sendable, Hashable {
    /// A key that was pressed, or a text that was pasted.
    public enum Key: Sendable, Hashable {
        case character(Character)
        /// A key that was pressed together with Control, as a small letter.
        case control(Character)
        /// What was pasted at once, shortened if no field has room for it. It may be a secret.
        case paste(Secret)
        case enter
        case escape
        case tab
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
        case endOfInput
    }

    /// All that came at once, in order: a paste is drawn once, not once for each key.
    case keys([Key])
    /// The display has another size now, or has to be redrawn.
    case resized
    /// The program is told to stop, by this signal.
    case interrupted(signal: Int32)
}
