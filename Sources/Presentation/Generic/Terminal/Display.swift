/// Where views are drawn and keys come from: a terminal, or a double of one.
@MainActor
protocol Display {
    /// In columns and rows, as it is now.
    var size: (columns: Int, rows: Int) { get }
    /// What the user and the system do to it, from the time that it was opened.
    var events: AsyncStream<DisplayEvent> { get }

    /// Shows these lines and nothing else.
    func draw(_ lines: [Line])
}

/// An event on a display.
enum DisplayEvent: Sendable, Hashable {
    enum Key: Sendable, Hashable {
        case character(Character)
        case enter
        case up
        case down
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
