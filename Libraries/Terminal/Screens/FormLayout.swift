import UsecasesEngine

/// The layout of a form, and its visible part. The focused field and the keys are always visible.
struct FormLayout {
    private var content: [Line] = []
    private var cursor: CursorPosition?
    private let footer: [Line]
    private var focused = 0..<0
    private let frame: Frame

    init(_ form: Form, in frame: Frame) {
        self.frame = frame
        let entry = frame.entry ?? FormEntry(of: form)
        footer = frame.footer(Self.keys(of: form, entry: entry, in: frame))
        addFields(of: form, entry: entry)
        let notice = form.notice.map { frame.paragraph($0, frame.noticeStyle) } ?? []
        let above = frame.paragraph(form.heading, .heading) + notice + [Line()] + picture(of: form)
        content = above + content
        let below = (frame.scene.map { [($0, Line.Style.faint)] } ?? []) + form.paragraphs.map { ($0, .plain) }
        for (sentence, style) in below { content += [Line()] + frame.paragraph(sentence, style) }
        let secrets = form.secrets.flatMap { frame.paragraph(Sentence($0.reveal()), .plain) }
        content += (secrets.isEmpty ? [] : [Line()]) + secrets
        let isSpacious = content.count + 3 <= room
        if isSpacious { content = [Line()] + content + [Line()] }
        let first = above.count + (isSpacious ? 1 : 0)
        cursor = cursor.map { CursorPosition(row: first + $0.row, column: $0.column) }
        focused = (first + focused.lowerBound)..<(first + focused.upperBound)
    }

    /// Returns the lines of the picture, if the frame shows all of them together with the fields.
    private func picture(of form: Form) -> [Line] {
        guard let picture = form.picture else { return [] }
        let lines = picture.lines
        let fits = picture.columns <= frame.columns && lines.count + 1 + content.count <= room
        let missing = Sentence(
            en:
                "The terminal is too small for the QR code. Enlarge it, or use the text below. It has the same content.",
            ja: "QRコードを表示するには端末が小さすぎます。端末を広げるか、同じ内容の下の文字をお使いください。")
        return (fits ? lines : frame.paragraph(missing, .faint)) + [Line()]
    }

    private mutating func addFields(of form: Form, entry: FormEntry) {
        let labels = form.fields.map { $0.label.text(in: frame.language).printable }
        let start = frame.indent.count + (labels.map(\.columns).max() ?? 0) + 2
        // Labels are placed above the texts if no room is left next to them.
        let isWide = frame.columns - frame.indent.count - start >= 8
        let column = isWide ? start : frame.indent.count
        let width = frame.columns - frame.indent.count - column
        for (index, field) in form.fields.enumerated() {
            let first = content.count
            let mark = frame.indent.isEmpty ? "" : index == entry.focus ? "› " : "  "
            let window = FieldWindow(
                field.shown(entry.texts[index], in: frame.language),
                isMasked: field.isSecret && !(entry.isRevealed && field.isRevealable), width: width)
            if isWide {
                let label = mark + labels[index]
                let gap = String(repeating: " ", count: column - label.columns)
                content.append(Line(label + gap + window.text))
            } else {
                content.append(Line((mark + labels[index]).truncated(to: frame.columns)))
                content.append(Line(frame.indent + window.text))
            }
            let row = content.count - 1
            let below = field.remark.map { ("! ", $0, Line.Style.alarm) } ?? field.hint.map { ("", $0, .faint) }
            if let (mark, sentence, style) = below {
                content += (mark + sentence.text(in: frame.language).printable).wrapped(to: width).map {
                    Line(String(repeating: " ", count: column) + $0, style: style)
                }
            }
            guard index == entry.focus else { continue }
            cursor = CursorPosition(row: row, column: column + window.cursor)
            focused = first..<content.count
        }
    }

    /// Returns the active keys, except the keys that move the cursor.
    private static func keys(of form: Form, entry: FormEntry, in frame: Frame) -> [Frame.Key] {
        let isLast = entry.focus == form.fields.count - 1
        let reveal = entry.isRevealed ? Sentence(en: "hide", ja: "隠す") : Sentence(en: "show", ja: "表示")
        let isChoice = form.fields.dropFirst(entry.focus).first?.choices != nil
        return [("enter", isLast ? form.action : Sentence(en: "next", ja: "次へ"))]
            + (isChoice ? [("space", Sentence(en: "change", ja: "変更"))] : [])
            + (form.canReveal ? [("ctrl-r", reveal)] : []) + form.keys.map { ($0.name, $0.action) }
            + [("esc", frame.canGoBack ? .back : KeyBinding.quit.action)]
    }

    private var room: Int { max(0, frame.rows - footer.count) }

    var hiddenLines: Int { max(0, content.count - max(1, room)) }

    /// The first visible line without scrolling. It shows as many lines as possible above the focused field.
    private var start: Int {
        let last = min(focused.upperBound, (cursor?.row ?? 0) + max(1, room))
        return min(max(0, last - max(1, room)), cursor?.row ?? 0, hiddenLines)
    }

    var offsets: ClosedRange<Int> { -start...(hiddenLines - start) }

    private var firstVisible: Int { min(max(0, start + frame.offset), hiddenLines) }

    var visibleLines: [Line] {
        // The keys are never cut off, because the user needs them to leave.
        guard room > 0 else { return footer.suffix(max(0, frame.rows)) }
        return content.dropFirst(firstVisible).prefix(room) + footer
    }

    var visibleCursor: CursorPosition? {
        guard let cursor, cursor.column < frame.columns else { return nil }
        let row = cursor.row - firstVisible
        return row >= 0 && row < room ? CursorPosition(row: row, column: cursor.column) : nil
    }
}

extension Form.Field {
    /// Returns the text as the terminal shows it. A choice is shown by its label, with the cursor before it.
    fileprivate func shown(_ text: FieldText, in language: Language) -> FieldText {
        guard let choices else { return text }
        var shown = FieldText()
        shown.insert("‹ \(choices.first { $0.text == text.value.reveal() }?.label.text(in: language) ?? "") ›")
        shown.moveToStart()
        return shown
    }
}
