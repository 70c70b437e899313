public import UsecasesEngine

/// A value that renders lines for a screen. Tests can inspect it without a terminal.
public protocol View: Sendable, Hashable {
    /// Returns at most `frame.rows` lines, each at most `frame.columns` wide.
    func lines(in frame: Frame) -> [Line]
    /// Returns the number of lines that do not fit. The user can reach them by scrolling.
    func hiddenLines(in frame: Frame) -> Int
    /// Returns the lines without a terminal. They are not wrapped, and contain no keys.
    func plainLines(in language: Language) -> [String]
    /// Returns the lines that the terminal keeps if the program ends on this view. They have no secrets.
    func lastLines(in language: Language) -> [String]
    /// The active keys, in display order.
    var keys: [KeyBinding] { get }
    /// The number of items that can be selected.
    var choices: Int { get }
    /// Returns the active keys for this selection, in display order.
    func keys(at selection: Int) -> [KeyBinding]
    /// The form of the view, or `nil`.
    var form: Form? { get }
    /// Returns the position of the next typed character, or `nil` if the view accepts no text.
    func cursor(in frame: Frame) -> CursorPosition?
    /// Returns the range of scroll offsets.
    func offsets(in frame: Frame) -> ClosedRange<Int>
    /// The demonstration that runs while the view is shown, or `nil`.
    var demonstration: Demonstration? { get }
    /// The message about an earlier event. It is shown once.
    var notice: Sentence? { get }
    /// Returns a copy with another notice, or without one.
    func remarking(_ remark: Sentence?) -> any View
}

extension View {
    /// Returns the plain lines by default.
    public func lastLines(in language: Language) -> [String] { plainLines(in: language) }
    /// Returns `0` by default, for a view whose lines all fit.
    public func hiddenLines(in frame: Frame) -> Int { 0 }
    /// Empty by default.
    public var keys: [KeyBinding] { [] }
    /// `0` by default, for a view without items.
    public var choices: Int { 0 }
    /// Returns the same keys for each selection by default.
    public func keys(at selection: Int) -> [KeyBinding] { keys }
    /// `nil` by default, for a view without a form.
    public var form: Form? { nil }
    /// Returns `nil` by default, for a view that accepts no text.
    public func cursor(in frame: Frame) -> CursorPosition? { nil }
    /// Returns the range from `0` to the number of hidden lines by default.
    public func offsets(in frame: Frame) -> ClosedRange<Int> { 0...hiddenLines(in: frame) }
    /// `nil` by default, for a view without a demonstration.
    public var demonstration: Demonstration? { nil }
    /// `nil` by default.
    public var notice: Sentence? { nil }
    /// Returns the view unchanged by default, because most views have no place for a remark.
    public func remarking(_ remark: Sentence?) -> any View { self }
}

extension View {
    /// Returns the lines for standard error, prefixed with the name of the program.
    public func note(of program: String, in language: Language) -> String {
        "\(program): " + plainLines(in: language).joined(separator: "\n  ")
    }
}

/// The space and the state for rendering a view.
public struct Frame: Sendable, Hashable {
    /// The number of terminal columns. A Japanese character takes two.
    public var columns: Int
    /// The number of terminal rows.
    public var rows: Int
    /// The number of lines scrolled past at the top.
    public var offset: Int
    /// The language of sentences.
    public var language: Language
    /// Whether the screen reports a failure. Its notice is an alarm then.
    public var hasFailed: Bool
    /// The sentence of the running scene.
    public var scene: Sentence?
    /// The animation step. Each step increases it by one.
    public var phase: Int
    /// The entered text, if the view is a form.
    public var entry: FormEntry?
    /// The index of the selected item.
    public var selection: Int
    /// Whether a previous screen exists.
    package var canGoBack: Bool
    /// The output of the view's demonstration so far.
    public var output: [Line]

    /// Creates a frame of this size. The default state is the state of a new view.
    public init(
        columns: Int, rows: Int, offset: Int = 0, language: Language = .en, hasFailed: Bool = false,
        scene: Sentence? = nil, phase: Int = 0, entry: FormEntry? = nil, selection: Int = 0, canGoBack: Bool = false,
        output: [Line] = []
    ) {
        self.columns = columns
        self.rows = rows
        self.offset = offset
        self.language = language
        self.hasFailed = hasFailed
        self.scene = scene
        self.phase = phase
        self.entry = entry
        self.selection = selection
        self.canGoBack = canGoBack
        self.output = output
    }

    var noticeStyle: Line.Style { hasFailed ? .alarm : .plain }
}

/// A line on a terminal in a single style.
public struct Line: Sendable, Hashable {
    /// The style of a line.
    public enum Style: Sendable, Hashable {
        case plain
        /// A sentence about the lines around it. It looks plain on a terminal.
        case prose
        case heading
        /// Less prominent than plain text.
        case faint
        /// A message about a failure.
        case alarm
        /// A line of a picture, such as a ``QRCode``. It is never wrapped. In colours, it is black on white.
        case picture
        /// A scene of a run. The courses have their own colours.
        case scene(Course)
    }

    /// The text of the line.
    public var text: String
    /// The style of the whole line.
    public var style: Style

    /// Creates a line. It is empty by default.
    public init(_ text: String = "", style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

extension Line {
    /// Returns lines of at most `width` columns, with control characters replaced. Only the first line of an alarm has
    /// its style. The text of a scene is aligned below its first line. A picture stays as wide as it is.
    func wrapped(to width: Int) -> [Line] {
        guard style != .picture else { return [Line(text.printable, style: style)] }
        let isScene = if case .scene = style { true } else { false }
        return text.printable.wrappedBelow(to: width, hanging: isScene ? 2 : 0).enumerated().map { row, part in
            Line(part, style: row > 0 && style == .alarm ? .plain : style)
        }
    }

    /// Returns the text with the escape sequences of its style. In plain text, the marks of results have colours.
    func escaped(isColoured: Bool) -> String {
        guard isColoured, !text.isEmpty else { return text }
        return switch style {
        case .plain, .prose, .scene(.basic): text.reduce(into: "") { $0 += Mark(rawValue: $1)?.coloured ?? String($1) }
        case .heading: "\u{1B}[1;36m\(text)\u{1B}[0m"
        case .faint: "\u{1B}[2m\(text)\u{1B}[0m"
        case .alarm: "\u{1B}[1;31m\(text)\u{1B}[0m"
        // The colours of the cube of 256, because a terminal may have its own black and white.
        case .picture: "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m"
        case .scene(.alternative): "\u{1B}[35m\(text)\u{1B}[0m"
        case .scene(.goal): "\u{1B}[32m\(text)\u{1B}[0m"
        }
    }
}

/// The symbols of results in the output of commands.
enum Mark: Character {
    case kept = "✓"
    case goal = "◎"
    case reached = "●"
    case failure = "✗"

    fileprivate var coloured: String { "\u{1B}[\(self == .failure ? 31 : 32)m\(rawValue)\u{1B}[0m" }
}
