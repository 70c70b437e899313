/// A template over the store: a value that becomes lines, so that it can be looked at without a terminal.
package protocol View: Sendable {
    /// At most `frame.rows` lines, each at most `frame.columns` wide.
    func lines(in frame: Frame) -> [Line]
    /// How many of its lines have no room there, and can be scrolled to.
    func hiddenLines(in frame: Frame) -> Int
}

extension View {
    package func hiddenLines(in frame: Frame) -> Int { 0 }
}

/// What a view is drawn into.
package struct Frame: Sendable, Hashable {
    /// Columns of a terminal; a Japanese character takes two.
    package var columns: Int
    package var rows: Int
    /// How many lines are above it.
    package var offset: Int
    package var language: Language

    package init(columns: Int, rows: Int, offset: Int = 0, language: Language = .en) {
        self.columns = columns
        self.rows = rows
        self.offset = offset
        self.language = language
    }
}

/// A line on a terminal, all in one style.
package struct Line: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        case plain
        case heading
        case faint
        case alarm
    }

    package var text: String
    package var style: Style

    package init(_ text: String = "", style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
