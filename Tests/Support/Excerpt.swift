/// Lines that a page shows of a text. A mark on a line of its own says that lines were left out.
struct Excerpt {
    /// Lines that no text has, before its first and behind its last one.
    private static let ends = (first: "\u{2}", last: "\u{3}")

    private let parts: [[String]]
    private let isWhole: Bool

    /// `isWhole` if lines are left out nowhere but at a mark; otherwise also before the first and behind the last line.
    init(_ lines: [String], mark: String, isWhole: Bool) {
        self.isWhole = isWhole
        parts = (isWhole ? [Self.ends.first] + lines + [Self.ends.last] : lines)
            .split { $0.drop { $0 == " " } == mark }
            .map { Self.withoutBlankEnds(Array($0)) }
    }

    /// Whether its parts are in the text, in order and each without a gap. How far a part is indented does not count.
    func isFound(in lines: [String]) -> Bool {
        var rest = (isWhole ? [Self.ends.first] + lines + [Self.ends.last] : lines)[...]
        for part in parts {
            let shown = Self.unindented(part[...])
            let start = rest.indices.first { index in
                index + part.count <= rest.endIndex && Self.unindented(rest[index..<index + part.count]) == shown
            }
            guard let start else { return false }
            rest = rest[(start + part.count)...]
        }
        return !parts.isEmpty
    }

    private static func withoutBlankEnds(_ lines: [String]) -> [String] {
        lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
    }

    private static func unindented(_ lines: ArraySlice<String>) -> [String] {
        let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(depth)) }
    }
}
