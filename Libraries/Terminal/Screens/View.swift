public import Usecases

/// A template for what is shown: a value that is turned into lines, so that it can be examined without a terminal.
public protocol View: Sendable, Hashable {
    /// At most `frame.rows` lines, each at most `frame.columns` wide.
    func lines(in frame: Frame) -> [Line]
    /// How many of its lines do not fit, and can be reached by scrolling.
    func hiddenLines(in frame: Frame) -> Int
    /// The same without a terminal: nothing is wrapped, and there are no keys.
    func plainLines(in language: Language) -> [String]
    /// The active keys, in the order in which they are shown.
    var keys: [KeyBinding] { get }
    /// From how many things the user selects one.
    var choices: Int { get }
    /// The active keys if that one is selected, in the order in which they are shown.
    func keys(at selection: Int) -> [KeyBinding]
    /// What is to be filled in, if anything is.
    var form: Form? { get }
    /// Where the next character is typed; `nil` if none can be.
    func cursor(in frame: Frame) -> CursorPosition?
    /// How far it can be scrolled.
    func offsets(in frame: Frame) -> ClosedRange<Int>
    /// What it does while it is shown, if anything.
    var demonstration: Demonstration? { get }
    /// The same, with a remark about something that happened meanwhile.
    func remarking(_ remark: Sentence) -> any View
}

extension View {
    /// `0` by default: all lines fit.
    public func hiddenLines(in frame: Frame) -> Int { 0 }
    /// No keys by default.
    public var keys: [KeyBinding] { [] }
    /// `0` by default: nothing can be selected.
    public var choices: Int { 0 }
    /// By default the same keys for each selection.
    public func keys(at selection: Int) -> [KeyBinding] { keys }
    /// `nil` by default: nothing can be filled in.
    public var form: Form? { nil }
    /// `nil` by default: nothing can be typed.
    public func cursor(in frame: Frame) -> CursorPosition? { nil }
    /// By default from `0` to the number of hidden lines.
    public func offsets(in frame: Frame) -> ClosedRange<Int> { 0...hiddenLines(in: frame) }
    /// `nil` by default: the view only shows its lines.
    public var demonstration: Demonstration? { nil }
    /// Returns itself: most views have no place for a remark.
    public func remarking(_ remark: Sentence) -> any View { self }
}

extension View {
    /// The same on standard error, behind the name of the program.
    public func note(of program: String, in language: Language) -> String {
        "\(program): " + plainLines(in: language).joined(separator: "\n  ")
    }
}

/// The space that a view is drawn into, and the state that it is drawn for.
public struct Frame: Sendable, Hashable {
    /// Columns of a terminal; a Japanese character takes two.
    public var columns: Int
    /// Rows of a terminal.
    public var rows: Int
    /// How many lines have been scrolled past above it.
    public var offset: Int
    /// The language of sentences.
    public var language: Language
    /// The scene that is running.
    public var scene: Sentence?
    /// Goes up by one with each step of an animation.
    public var phase: Int
    /// What has been filled into the form, if the view is one.
    public var entry: FormEntry?
    /// Which of its choices is selected.
    public var selection: Int
    /// Whether there is a screen to go back to.
    package var canGoBack: Bool
    /// What the demonstration of the view has told so far.
    public var output: [Line]

    /// A frame of this size. The state is by default that of a view that is shown for the first time.
    public init(
        columns: Int, rows: Int, offset: Int = 0, language: Language = .en, scene: Sentence? = nil, phase: Int = 0,
        entry: FormEntry? = nil, selection: Int = 0, canGoBack: Bool = false, output: [Line] = []
    ) {
        self.columns = columns
        self.rows = rows
        self.offset = offset
        self.language = language
        self.scene = scene
        self.phase = phase
        self.entry = entry
        self.selection = selection
        self.canGoBack = canGoBack
        self.output = output
    }
}

/// A line on a terminal, all in one style.
public struct Line: Sendable, Hashable {
    /// The style of a line.
    public enum Style: Sendable, Hashable {
        case plain
        case heading
        case faint
        case alarm
    }

    /// The text of the line.
    public var text: String
    /// The style of the whole line.
    public var style: Style

    /// A line; by default an empty one.
    public init(_ text: String = "", style: Style = .plain) {
        self.text = text
        self.style = style
    }
}
