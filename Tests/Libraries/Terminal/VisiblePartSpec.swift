import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTerminal

/// Every word of a view is its own, so the place of each visible line is known.
@Suite struct 画面の見える部分の性質 {
    private static func sentence(_ name: String, _ count: Int) -> Sentence {
        Sentence((0..<count).map { "\(name).\($0)" }.joined(separator: " "))
    }

    private static func frame(_ choices: inout RandomChoices) -> Frame {
        Frame(
            columns: choices.number(in: 20...60), rows: choices.number(in: 1...16),
            offset: choices.number(in: -40...40),
            canGoBack: choices.isTrue())
    }

    /// The lines above the keys, those of them that are visible, and the keys.
    private struct Parts {
        let content: [String]
        let visible: [String]
        let keys: [String]

        /// A high terminal shows everything, and an empty line above the keys.
        init(_ view: any View, in frame: Frame) throws {
            var high = frame
            (high.rows, high.offset) = (1000, 0)
            let whole = view.lines(in: high).map(\.text)
            let end = try promised(whole.lastIndex(of: ""))
            let lines = view.lines(in: frame)
            let known = Set(whole[...end])
            content = Array(whole[..<end].drop { $0.isEmpty })
            keys = Array(whole[(end + 1)...])
            visible = lines.map(\.text).filter { known.contains($0) || $0.contains("…") }
            try promise(lines.count <= frame.rows, "\(lines.count) lines fit")
            try promise(lines.allSatisfy { $0.text.columns <= frame.columns }, "every line fits")
            try promise(lines.map(\.text).starts(with: visible), "the keys are below")
        }

        /// Returns as many lines as fit, beginning with this one.
        func lines(from start: Int, _ room: Int) -> [String] { Array(content.dropFirst(start).prefix(room)) }
    }

    /// Returns the smallest number of lines above the display with which it shows this line, and those after it up to the
    /// end of the range, as far as they fit.
    private static func start(showing line: Int, to end: Int, _ room: Int) -> Int? {
        (0...line).first { $0 + room >= min(end, line + room) }
    }

    @Test func 選んだものは初めから見え_その上も収まるだけ見える() async {
        await forAll(60) { choices in
            let items = (0..<choices.number(in: 1...5)).map { item in
                Choices.Choice(
                    lines: (0..<choices.number(in: 1...6)).map { line in
                        Self.sentence("\(item).\(line)", choices.number(in: 1...9))
                    }, plainLines: [], keys: Array(repeating: .quit, count: item % 3))
            }
            var frame = Self.frame(&choices)
            frame.selection = choices.number(in: 0...(items.count - 1))
            let notice = choices.isTrue() ? Self.sentence("n", choices.number(in: 1...9)) : nil
            return (Choices(heading: Sentence("heading"), notice: notice, list: items, keys: [.again]), frame)
        } holds: { view, frame in
            let parts = try Parts(view, in: frame)
            let room = frame.rows - parts.keys.count
            guard room > 0 else { return try promise(parts.visible, is: []) }
            let line = try promised(parts.content.firstIndex { $0.hasPrefix("› ") })
            let end = parts.content[line...].firstIndex(of: "") ?? parts.content.count
            let start = try promised(Self.start(showing: line, to: end, room))

            let shown = parts.lines(from: start, room)
            try promise(Array(parts.visible.prefix(shown.count)), is: shown)
            try promise(parts.visible.count - shown.count <= 1, "only an empty line follows")
        }
    }

    @Test func 編集中の欄は見え_その上も収まるだけ見え_どの行にも動かせる() async {
        await forAll(60) { choices in
            let fields = (0..<choices.number(in: 1...4)).map { number in
                Form.Field(
                    name: "\(number)", label: Sentence("f\(number)"), isSecret: choices.isTrue(),
                    hint: choices.isTrue() ? Self.sentence("h\(number)", choices.number(in: 1...12)) : nil,
                    remark: choices.isTrue() ? Self.sentence("r\(number)", choices.number(in: 1...12)) : nil)
            }
            let form = Form(
                heading: Sentence("heading"), notice: choices.isTrue() ? Self.sentence("n", 9) : nil, fields: fields,
                action: Sentence("send"), submission: Sending(0),
                paragraphs: (0..<choices.number(in: 0...3)).map { Self.sentence("p\($0)", choices.number(in: 1...9)) })
            var frame = Self.frame(&choices)
            var entry = FormEntry(of: form)
            for _ in 0..<choices.number(in: 0...3) { _ = entry.respond(to: .tab, canReveal: true) }
            if choices.isTrue() { _ = entry.respond(to: .paste("x"), canReveal: true) }
            frame.entry = entry
            return (form, frame)
        } holds: { form, frame in
            let parts = try Parts(form, in: frame)
            let room = frame.rows - parts.keys.count
            guard room > 0 else { return try promise(parts.visible, is: []) }
            var high = frame
            (high.rows, high.offset) = (1000, 0)
            // A high terminal has an empty line at the top.
            let line = try promised(form.cursor(in: high)).row - 1
            let end =
                parts.content[(line + 1)...].firstIndex { line in !line.contains { "hr".contains($0) } }
                ?? parts.content.count
            let hidden = max(0, parts.content.count - room)
            let start = try promised(Self.start(showing: line, to: end, room))
            let offset = min(max(-start, frame.offset), hidden - start)

            try promise(form.hiddenLines(in: frame), is: hidden)
            try promise(form.offsets(in: frame), is: -start...(hidden - start))
            try promise(parts.visible.trimmed, is: parts.lines(from: start + offset, room).trimmed)
            var first = frame
            first.offset = 0
            let cursor = try promised(form.cursor(in: first))
            try promise(form.lines(in: first)[cursor.row].text, is: parts.content[line])
        }
    }

    @Test func 長いページはどの行にも動かせ_残りの行数を示す() async {
        await forAll(60) { choices in
            let page = Page(
                heading: Sentence("heading"), notice: choices.isTrue() ? Self.sentence("n", 9) : nil,
                paragraphs: (0..<choices.number(in: 0...5)).map { Self.sentence("p\($0)", choices.number(in: 1...12)) },
                details: (0..<choices.number(in: 0...5)).map { Self.sentence("d\($0)", choices.number(in: 1...9)) },
                keys: [.again, .quit])
            return (page, Self.frame(&choices))
        } holds: { page, frame in
            let parts = try Parts(page, in: frame)
            let count = page.lines(in: frame).count - parts.visible.count
            let room = frame.rows - count
            guard room > 0 else { return try promise(frame.rows <= parts.keys.count, "there is no room for a line") }
            let hidden = max(0, parts.content.count - room)
            let rest = parts.content.dropFirst(min(max(0, frame.offset), hidden))
            let left = rest.count - room + 1

            try promise(page.hiddenLines(in: frame), is: hidden)
            guard rest.count > room else { return try promise(parts.visible.trimmed, is: Array(rest).trimmed) }
            try promise(Array(parts.visible.dropLast()), is: Array(rest.prefix(room - 1)))
            try promise(parts.visible.last?.contains("… \(left) more"), is: true)
        }
    }
}

extension [String] {
    /// The lines without the empty ones at both ends.
    fileprivate var trimmed: [String] {
        Array(drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed())
    }
}
