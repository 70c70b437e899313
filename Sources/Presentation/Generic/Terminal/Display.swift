/// Where views are drawn and keys come from: a terminal, or a double of one.
@MainActor
protocol Display {
    /// In columns and rows, as it is now.
    var size: (columns: Int, rows: Int) { get }
    /// What the user and the system do to it, from when it was opened.
    var events: AsyncStream<DisplayEvent> { get }

    /// Shows these lines and nothing else.
    func draw(_ lines: [Line])
}

/// What happens to a screen.
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

    /// As many as came at once, in order: a paste is drawn once, not once for each.
    case keys([Key])
    /// It has another size now, or has to be drawn anew.
    case resized
    /// The program is told to stop, by this signal.
    case interrupted(signal: Int32)
}
