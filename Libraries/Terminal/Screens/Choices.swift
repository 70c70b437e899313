public import UsecasesEngine

/// A list of items. The user selects one of them, and each has its own keys.
public struct Choices: View {
    /// An item that can be selected.
    public struct Choice: Sendable, Hashable {
        package let lines: [Sentence]
        /// The name of the item, to which the keys apply, or `nil` without one.
        package let subject: Sentence?
        /// The lines without a terminal.
        let plainLines: [Sentence]
        package let keys: [KeyBinding]

        /// Creates an item. It has lines for a terminal, lines without one, and keys that act on it while it is
        /// selected. `subject` is its name, if it has one.
        public init(lines: [Sentence], plainLines: [Sentence], keys: [KeyBinding], subject: Sentence? = nil) {
            self.lines = lines
            self.subject = subject
            self.plainLines = plainLines
            self.keys = keys
        }
    }

    /// The heading, above everything else.
    public let heading: Sentence
    /// The message about an earlier event.
    public var notice: Sentence?
    /// The items, from top to bottom.
    public let list: [Choice]
    /// The keys that are active for every selection.
    public let keys: [KeyBinding]

    /// Creates a list of items below a heading. `keys` are active for every selection.
    public init(heading: Sentence, notice: Sentence? = nil, list: [Choice], keys: [KeyBinding]) {
        self.heading = heading
        self.notice = notice
        self.list = list
        self.keys = keys
    }

    /// The number of items.
    public var choices: Int { list.count }

    /// Returns the keys of the selected item, followed by the keys that are always active.
    public func keys(at selection: Int) -> [KeyBinding] {
        (list.indices.contains(selection) ? list[selection].keys : []) + keys
    }

    /// Returns a copy of the list with the remark as its notice.
    public func remarking(_ remark: Sentence?) -> any View {
        var view = self
        view.notice = remark
        return view
    }

    /// Returns the part of the list around the selected item, and all keys below it.
    public func lines(in frame: Frame) -> [Line] {
        let (content, selected) = content(in: frame)
        let footer = footer(in: frame)
        let room = frame.rows - footer.count
        guard room > 0 else { return footer.suffix(max(0, frame.rows)) }
        // Shows as many lines as possible above the selected item.
        let start = min(max(0, selected.upperBound - room), selected.lowerBound)
        return content.dropFirst(start).prefix(room) + footer
    }

    private func content(in frame: Frame) -> (lines: [Line], selected: Range<Int>) {
        var lines =
            frame.paragraph(heading, .heading) + (notice.map { frame.paragraph($0, frame.noticeStyle) } ?? [])
        var selected = 0..<0
        for (index, choice) in list.enumerated() {
            lines.append(Line())
            let first = lines.count
            let mark = index == frame.selection ? "› " : "  "
            for (number, sentence) in choice.lines.enumerated() {
                let wrapped = sentence.text(in: frame.language).printable.wrapped(to: max(0, frame.columns - 2))
                for (row, part) in wrapped.enumerated() {
                    let beginning = number == 0 && row == 0 ? mark : "  "
                    lines.append(Line((beginning + part).truncated(to: frame.columns)))
                }
            }
            if index == frame.selection { selected = first..<lines.count }
        }
        return (lines + [Line()], selected)
    }

    private func footer(in frame: Frame) -> [Line] {
        let moving: [Frame.Key] = list.count > 1 ? [("↑↓", Sentence(en: "select", ja: "選ぶ"))] : []
        let own: [Frame.Key] = keys(at: frame.selection).map { ($0.name, $0.action) }
        return frame.footer(moving + own + (frame.canGoBack ? [("esc", .back)] : []))
    }

    /// Returns the notice, or the heading if it is `nil`, and the plain lines of all items.
    public func plainLines(in language: Language) -> [String] {
        ((notice.map { [$0] } ?? [heading]) + list.flatMap(\.plainLines)).map { $0.text(in: language).printable }
    }
}
