public import Usecases

extension Frame {
    /// A key as the screen calls it, and what it does.
    public typealias Key = (name: String, action: Sentence)

    /// What stands before each line, where there is room.
    var indent: String { columns >= 40 ? "  " : "" }

    /// The active keys below a view. A line is broken between two of them, unless that would take more lines.
    func footer(_ keys: [Key]) -> [Line] {
        let width = columns - 2 * indent.count
        let texts = keys.map { "[\($0.name)] \($0.action.text(in: language))" }
        var lines: [String] = []
        for text in texts {
            if let last = lines.last, (last + "   " + text).columns <= width {
                lines[lines.count - 1] += "   " + text
            } else {
                lines.append(text)
            }
        }
        let separate = lines.flatMap { $0.wrapped(to: width) }
        let joined = texts.joined(separator: "   ").wrapped(to: width)
        return (separate.count <= joined.count ? separate : joined).map { Line(indent + $0, style: .faint) }
    }
}

extension Sentence {
    /// What the key does that leads to the screen before.
    public static let back = Sentence(en: "back", ja: "戻る")
}
