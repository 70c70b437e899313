import Domain

extension Frame {
    /// A key as the screen calls it, and what it does.
    typealias Key = (name: String, action: Sentence)

    /// What stands before each line, where there is room.
    var indent: String { columns >= 40 ? "  " : "" }

    /// The active keys below a view. A line is broken between two of them, where one of them fits into it.
    func footer(_ keys: [Key]) -> [Line] {
        let width = columns - 2 * indent.count
        var lines: [String] = []
        for key in keys {
            let text = "[\(key.name)] \(key.action.text(in: language))"
            if let last = lines.last, (last + "   " + text).columns <= width {
                lines[lines.count - 1] += "   " + text
            } else {
                lines.append(text)
            }
        }
        return lines.flatMap { $0.wrapped(to: width) }.map { Line(indent + $0, style: .faint) }
    }
}

extension Sentence {
    /// What the key does that leads to the screen before.
    static let back = Sentence(en: "back", ja: "戻る")
}
