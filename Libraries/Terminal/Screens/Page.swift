public import UsecasesEngine

/// The layout of most views, with a heading, paragraphs, a demonstration, and the active keys.
public struct Page: View {
    /// The heading, above the paragraphs.
    public let heading: Sentence
    package let headingStyle: Line.Style
    /// The message about an earlier event, above the heading.
    public var notice: Sentence?
    /// The paragraphs, with an empty line above each.
    public let paragraphs: [Sentence]
    /// The lines below the paragraphs, less prominent and without empty lines between them.
    public let details: [Sentence]
    /// The active keys, in display order.
    public let keys: [KeyBinding]
    /// The demonstration that runs while the page is shown, or `nil`.
    public var demonstration: Demonstration?

    /// Creates a page. `headingStyle` applies only to the heading.
    public init(
        heading: Sentence, headingStyle: Line.Style = .heading, notice: Sentence? = nil, paragraphs: [Sentence],
        details: [Sentence] = [], keys: [KeyBinding], demonstration: Demonstration? = nil
    ) {
        self.heading = heading
        self.headingStyle = headingStyle
        self.notice = notice
        self.paragraphs = paragraphs
        self.details = details
        self.keys = keys
        self.demonstration = demonstration
    }

    /// Returns a copy of the page with the remark as its notice.
    public func remarking(_ remark: Sentence?) -> any View {
        var page = self
        page.notice = remark
        return page
    }

    /// Returns the heading, the paragraphs, the output of the demonstration, and all keys below them. An ellipsis ends
    /// a text that is too long.
    public func lines(in frame: Frame) -> [Line] {
        let (content, footer) = layout(in: frame)
        // The keys are never cut off, because the user needs them to leave.
        let room = frame.rows - footer.count
        guard room > 0 else { return Array(footer.suffix(max(0, frame.rows))) }
        guard content.count > room else { return content + footer }
        let offset = min(max(0, frame.offset), content.count - room)
        let rest = content.dropFirst(offset)
        guard rest.count > room else { return rest + footer }
        let left = rest.count - (room - 1)
        let more = Line(
            (frame.indent + Sentence(en: "… \(left) more lines", ja: "…あと\(left)行").text(in: frame.language))
                .truncated(to: frame.columns), style: .faint)
        return rest.prefix(room - 1) + [more] + footer
    }

    /// Returns the number of lines that do not fit above the keys.
    public func hiddenLines(in frame: Frame) -> Int {
        let (content, footer) = layout(in: frame)
        return max(0, content.count - max(1, frame.rows - footer.count))
    }

    /// Returns all lines, and the keys below them.
    private func layout(in frame: Frame) -> (content: [Line], footer: [Line]) {
        func text(_ line: Line) -> [Line] {
            line.wrapped(to: frame.width).map { Line($0.text.isEmpty ? "" : frame.indent + $0.text, style: $0.style) }
        }
        func text(_ sentence: Sentence, _ style: Line.Style = .plain) -> [Line] {
            text(Line(sentence.text(in: frame.language), style: style))
        }
        let body = paragraphs.flatMap { [Line()] + text($0) }
        let output = details.flatMap { text($0, .faint) } + frame.output.flatMap { text($0) }
        let text =
            (notice.map { text($0) + [Line()] } ?? []) + text(heading, headingStyle) + body
            + (output.isEmpty ? [] : [Line()] + output)
        let own: [Frame.Key] = keys.map { ($0.name, $0.action) } + (frame.canGoBack ? [("esc", .back)] : [])
        let plainFooter = frame.footer(own)
        let isSpacious = frame.rows - plainFooter.count > text.count + 2
        let content = (isSpacious ? [Line()] : []) + text + (isSpacious ? [Line()] : [])
        guard content.count > frame.rows - plainFooter.count else { return (content, plainFooter) }
        let longFooter = frame.footer([Self.scroll] + own.dropLast() + [("?", .keys)] + own.suffix(1))
        // The key for scrolling is hidden if it would leave no room for the content.
        return (content, longFooter.count + 1 < frame.rows ? longFooter : plainFooter)
    }

    /// Returns the notice, the heading, the paragraphs and the details, one line each.
    public func plainLines(in language: Language) -> [String] {
        ([notice, heading].compactMap(\.self) + paragraphs + details).map { $0.text(in: language).printable }
    }

    private static let scroll = ("↑↓", Sentence(en: "scroll", ja: "スクロール"))
}
