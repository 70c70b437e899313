extension String {
    /// Shortened to `limit` columns, with an ellipsis if something was cut off.
    func truncated(to limit: Int) -> String {
        guard columns > limit else { return self }
        guard limit > 0 else { return "" }
        return prefix(columns: limit - 1) + "…"
    }

    /// Centred in `width` columns.
    func centred(in width: Int) -> String {
        String(repeating: " ", count: max(0, (width - columns) / 2)) + self
    }

    /// Lines of at most `width` columns: broken at spaces where there are some, and anywhere in Japanese.
    func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for piece in pieces {
            if line.columns + piece.trimmedAtEnd.columns <= width {
                line += piece
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
        }
        return lines + [line.trimmedAtEnd]
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
    /// begins with a closing mark.
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
    fileprivate func isKept(behind last: Character) -> Bool {
        if self == " " || "、。」)".contains(self) { return true }
        return last != " " && DisplayWidth.columns(of: last) < 2 && DisplayWidth.columns(of: self) < 2
    }
}
