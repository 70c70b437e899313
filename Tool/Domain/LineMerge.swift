/// The difference of two versions of a file, repeated in a third version that its owner changed.
///
/// Lines are only added or replaced. An added line that is there already is not added again.
struct LineMerge: Sendable, Hashable {
    /// The owner's version with the difference, as far as its places were found.
    let text: String
    /// The lines that have no place, because the owner changed it.
    let missing: [MissingLines]

    /// Repeats in `own` what leads from `old` to `new`. `file` names the owner's version in ``missing``.
    init(_ own: String, from old: String, to new: String, file: String) {
        let (own, old, new) = (Self.lines(own), Self.lines(old), Self.lines(new))
        var found = [Int?](repeating: nil, count: old.count)
        for pair in Self.pairs(old, own) where Self.isKept(old[pair.0], as: own[pair.1]) { found[pair.0] = pair.1 }
        var (edits, missing): ([(place: Range<Int>, lines: [String])], [MissingLines]) = ([], [])
        var next = (old: 0, new: 0)
        for pair in Self.pairs(old, new) + [(old.count, new.count)] {
            let (replaced, added) = (next.old..<pair.0, next.new..<pair.1)
            next = (pair.0 + 1, pair.1 + 1)
            // The owner's lines between those that surround the difference.
            let before = found[..<replaced.lowerBound].compactMap(\.self).last.map { $0 + 1 } ?? 0
            let after = found[replaced.upperBound...].compactMap(\.self).first ?? own.count
            let known = Self.words(old[replaced].joined(separator: "\n"))
            let lines = new[added].filter { line in
                let words = Self.words(Self.declared(line)).subtracting(known)
                return !own[before..<after].contains {
                    words.isEmpty ? $0 == line : words.isSubset(of: Self.words(Self.declared($0)))
                }
            }
            guard !lines.isEmpty else { continue }
            let place: Range<Int>? =
                if !replaced.isEmpty {
                    (before..<after).first {
                        $0 + replaced.count <= after
                            && zip(old[replaced], own[$0...]).allSatisfy { Self.isKept($0, as: $1) }
                    }.map { $0..<$0 + replaced.count }
                } else if replaced.lowerBound == 0 || found[replaced.lowerBound - 1] != nil {
                    before..<before
                } else {
                    replaced.upperBound < old.count && found[replaced.upperBound] != nil ? after..<after : nil
                }
            if let place {
                // A line that was the last one of a list gets a comma before another element.
                if replaced.isEmpty, new[..<added.lowerBound].last?.hasSuffix(",") ?? false,
                    let last = own[..<place.lowerBound].last, Self.isElement(last)
                {
                    edits.append((place.lowerBound - 1..<place.lowerBound, [last + ","]))
                }
                edits.append((place, lines))
            } else {
                let anchor = replaced.isEmpty ? old[replaced.lowerBound - 1] : old[replaced].joined(separator: "\n")
                missing.append(MissingLines(file: file, anchor: anchor, replaces: !replaced.isEmpty, lines: lines))
            }
        }
        var merged = own
        for edit in edits.reversed() { merged.replaceSubrange(edit.place, with: edit.lines) }
        text = merged.joined(separator: "\n")
        self.missing = missing
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether the owner kept the line. The last line of a list may have got a comma.
    private static func isKept(_ line: String, as own: String) -> Bool { own == line || own == line + "," }

    /// Whether the line needs a comma before another element of its list.
    private static func isElement(_ line: String) -> Bool { line.last.map { !",([{".contains($0) } ?? false }

    /// Returns the indices of equal lines in both, in order. A comma at the end does not count.
    private static func pairs(_ old: [String], _ new: [String]) -> [(Int, Int)] {
        func keys(_ lines: [String]) -> [Substring] { lines.map { $0.hasSuffix(",") ? $0.dropLast() : $0[...] } }
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in keys(new).difference(from: keys(old)) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        return Array(zip(old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) }))
    }

    /// Returns a declaration without its value, and any other line as it is. An owner gives it another value.
    private static func declared(_ line: String) -> Substring {
        line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0]
    }

    /// Returns the words of a text. Numbers, such as those of versions, are none.
    private static func words(_ text: some StringProtocol) -> Set<Substring> {
        Set(Substring(text).split { !$0.isLetter && !$0.isNumber }.filter { $0.contains(where: \.isLetter) })
    }
}

/// Lines that the owner of a file adds by hand.
struct MissingLines: Sendable, Hashable, Codable {
    let file: String
    /// The line, or the lines, of the original file that the place was searched by.
    let anchor: String
    /// Whether the lines replace ``anchor``. Otherwise, they follow it.
    let replaces: Bool
    let lines: [String]
}
