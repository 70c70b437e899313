extension String {
    /// Shortened to `limit` columns, with an ellipsis if something was cut off.
    public func truncated(to limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1) + "…"
    }

    /// Centred in `width` columns.
    public func centred(in width: Int) -> String {
        String(repeating: " ", count: max(0, (width - columns) / 2)) + self
    }

    /// Lines of at most `width` columns: broken at spaces where there are some, and anywhere in Japanese.
    public func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var taken = 0
        for piece in pieces {
            if taken + piece.trimmedAtEnd.columns <= width {
                line += piece
                taken += piece.columns
                continue
            }
            if !line.isEmpty { lines.append(line.trimmedAtEnd) }
            line = piece
            while line.trimmedAtEnd.columns > width {
                let head = line.prefix(columns: width)
                // A wide character does not fit into a single column at all.
                guard !head.isEmpty else { return [] }
                lines.append(head)
                line.removeFirst(head.count)
            }
            taken = line.columns
        }
        return lines + [line.trimmedAtEnd]
    }

    /// The same for a line of a list or a tree: what is wrapped stays below its beginning, and branches go on beside it.
    func wrappedBelow(to width: Int) -> [String] {
        let beginning = prefix { " │├└─".contains($0) }
        // So deep in a tree there is hardly any room beside its branches.
        guard 2 * beginning.columns <= width else { return wrapped(to: width) }
        let below = String(beginning.map { "│├".contains($0) ? "│" : " " })
        let lines = String(dropFirst(beginning.count)).wrapped(to: width - beginning.columns)
        return lines.enumerated().map { ($0.offset == 0 ? String(beginning) : below) + $0.element }
    }

    private func prefix(columns limit: Int) -> String {
        var taken = 0
        return String(
            prefix {
                taken += DisplayWidth.columns(of: $0)
                return taken <= limit
            })
    }

    private var trimmedAtEnd: String {
        String(reversed().drop { $0 == " " }.reversed())
    }

    /// The pieces between which a line may be broken: words with the spaces after them, and wide characters; no line
    /// begins with a closing mark, a small kana or a long vowel, or ends with an opening mark.
    private var pieces: [String] {
        reduce(into: [String]()) { pieces, character in
            if let last = pieces.last?.last, character.isKept(behind: last) {
                pieces[pieces.count - 1].append(character)
            } else {
                pieces.append(String(character))
            }
        }
    }
}

extension Character {
    /// After JIS X 4051.
    private static let neverFirst = Set("、。，．・：；？！」』）】〕〉》)ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ…")
    private static let neverLast = Set("「『（【〔〈《")

    fileprivate func isKept(behind last: Character) -> Bool {
        if self == " " || Self.neverFirst.contains(self) || Self.neverLast.contains(last) { return true }
        return last != " " && DisplayWidth.columns(of: last) < 2 && DisplayWidth.columns(of: self) < 2
    }
}
