/// An excerpt of a text on a page. A mark on a separate line stands for omitted lines.
struct Excerpt {
    /// Lines that mark the beginning and the end of a text. No text contains them.
    private static let ends = (first: "\u{2}", last: "\u{3}")

    private let parts: [[String]]
    private let isWhole: Bool

    /// Creates an excerpt. With `isWhole`, only a mark stands for omitted lines. Otherwise lines may also be missing
    /// before the first and behind the last line.
    init(_ lines: [String], mark: String, isWhole: Bool) {
        self.isWhole = isWhole
        parts = (isWhole ? [Self.ends.first] + lines + [Self.ends.last] : lines)
            .split { $0.drop { $0 == " " } == mark }
            .map { Self.withoutBlankEnds(Array($0)) }
    }

    /// Returns whether the text contains the parts in order and each without a gap. The indentation of a part does not
    /// matter.
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
