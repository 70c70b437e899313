package import Domain

/// A template for what is shown: a value that is turned into lines, so that it can be examined without a terminal.
package protocol View: Sendable, Hashable {
    /// At most `frame.rows` lines, each at most `frame.columns` wide.
    func lines(in frame: Frame) -> [Line]
    /// How many of its lines do not fit, and can be reached by scrolling.
    func hiddenLines(in frame: Frame) -> Int
    /// The same without a terminal: nothing is wrapped, and there are no keys.
    func plainLines(in language: Language) -> [String]
    /// The active keys, in the order in which they are shown.
    var keys: [KeyBinding] { get }
}

extension View {
    package func hiddenLines(in frame: Frame) -> Int { 0 }
    package var keys: [KeyBinding] { [] }
}

/// The space that a view is drawn into, and the state that it is drawn for.
package struct Frame: Sendable, Hashable {
    /// Columns of a terminal; a Japanese character takes two.
    package var columns: Int
    package var rows: Int
    /// How many lines have been scrolled past above it.
    package var offset: Int
    package var language: Language
    /// The scene that is running.
    package var scene: Sentence?
    /// Goes up by one with each step of an animation.
    package var phase: Int

    package init(
        columns: Int, rows: Int, offset: Int = 0, language: Language = .en, scene: Sentence? = nil, phase: Int = 0
    ) {
        self.columns = columns
        self.rows = rows
        self.offset = offset
        self.language = language
        self.scene = scene
        self.phase = phase
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
