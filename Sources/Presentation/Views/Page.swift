/// A heading, paragraphs, and the keys that do something: what all views but the splash look like.
struct Page: View {
    struct Key: Sendable, Hashable {
        let name: String
        let action: Sentence
    }

    let heading: Sentence
    var headingStyle = Line.Style.heading
    let paragraphs: [Sentence]
    let keys: [Key]

    func lines(in frame: Frame) -> [Line] {
        let margin = frame.columns >= 40 ? 2 : 0
        let width = frame.columns - 2 * margin
        let indent = String(repeating: " ", count: margin)
        let title = heading.text(in: frame.language).printable.wrapped(to: width).map {
            Line(indent + $0, style: headingStyle)
        }
        let body = paragraphs.flatMap { paragraph in
            [Line()] + paragraph.text(in: frame.language).printable.wrapped(to: width).map { Line(indent + $0) }
        }
        let footer = footer(in: frame.language, width: width).map { Line(indent + $0, style: .faint) }

        // The keys are never cut off: whoever cannot see them cannot leave.
        let room = frame.rows - footer.count
        guard room > 0 else { return Array(footer.suffix(max(0, frame.rows))) }
        let isSpacious = room > title.count + body.count + 2
        let content = (isSpacious ? [Line()] : []) + title + body + (isSpacious ? [Line()] : [])
        guard content.count > room else { return content + footer }
        return content.prefix(room - 1) + [Line((indent + "…").truncated(to: frame.columns))] + footer
    }

    /// The same without a terminal: nothing is wrapped, and there are no keys.
    func plainLines(in language: Language) -> [String] {
        [heading.text(in: language).printable] + paragraphs.map { $0.text(in: language).printable }
    }

    private func footer(in language: Language, width: Int) -> [String] {
        keys.map { "[\($0.name)] \($0.action.text(in: language))" }.joined(separator: "   ").wrapped(to: width)
    }
}

extension Page.Key {
    static let quit = Page.Key(name: "q", action: Sentence(en: "quit", ja: "終了"))
}
