/// A declaration, a statement, or an element of a list in a Swift source, with the comments before it.
struct SourceUnit {
    enum Piece {
        case line(SourceLine)
        case block([SourceUnit])
    }

    private(set) var lead: [SourceLine] = []
    private(set) var pieces: [Piece] = []

    /// The lines that are the unit's own, and not those of the units inside it.
    var own: [SourceLine] {
        pieces.compactMap { if case .line(let line) = $0 { line } else { nil } }
    }

    var lines: [SourceLine] {
        lead
            + pieces.flatMap { piece -> [SourceLine] in
                switch piece {
                case .line(let line): [line]
                case .block(let units): units.flatMap(\.lines)
                }
            }
    }

    var inner: [SourceUnit] {
        pieces.flatMap { piece -> [SourceUnit] in if case .block(let units) = piece { units } else { [] } }
    }

    /// Whether it is a condition of the compiler, or comments alone.
    var isFixed: Bool { own.first?.isCondition ?? true }
    var isImport: Bool { own.first.map { $0.trimmed.split(separator: " ").prefix(3).contains("import") } ?? false }
    var isTest: Bool { own.contains { $0.text.contains("@Test") } }
    var isInitializer: Bool { declaration == nil && own.contains { $0.names.contains("init") } }
    var isType: Bool { kind.map { Self.types.contains($0) } ?? false }
    var isSuite: Bool { own.contains { $0.text.contains("@Suite") } }
    /// Whether it is a test, or a suite, or has some inside.
    var containsTests: Bool { isTest || isSuite || inner.contains(where: \.containsTests) }

    var hasTests: Bool { isTest || inner.contains(where: \.hasTests) }

    /// The name that it declares.
    var declared: String? { declaration.map { String($0.name) } }

    private static let types: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "extension"]

    private var kind: Substring? { declaration?.kind }

    /// What it declares; the first of several.
    private(set) var declaration: (kind: Substring, name: Substring)?

    private mutating func findDeclaration() {
        declaration =
            own.lazy.filter { !$0.isComment && !$0.isLiteral }.compactMap { Self.declaration(in: $0.trimmed) }.first
    }

    private static func declaration(in line: Substring) -> (kind: Substring, name: Substring)? {
        var rest = line
        while true {
            if rest.first == "@" {
                // Attributes, with what is in their parentheses.
                rest = rest.dropFirst().drop { $0.isLetter || $0.isNumber || $0 == "_" }
                if rest.first == "(" {
                    guard let end = rest.closing else { return nil }
                    rest = rest[end...].dropFirst()
                }
            } else {
                let word = rest.prefix { $0.isLetter }
                guard !word.isEmpty else { return nil }
                rest = rest.dropFirst(word.count)
                if rest.hasPrefix("(set)") { rest = rest.dropFirst(5) }
                let isFollowed = keywords.contains { rest.dropFirst().hasPrefix($0 + " ") }
                if keywords.contains(word), !isFollowed {
                    let name = rest.drop { " `".contains($0) }.prefix { !" `(:<{,=.)".contains($0) }
                    return name.isEmpty ? nil : (word, name)
                }
                guard modifiers.contains(word) || keywords.contains(word) else { return nil }
            }
            rest = rest.drop { $0 == " " }
        }
    }

    private static let keywords: Set<Substring> = types.union(["typealias", "func", "var", "let", "case"])
    private static let modifiers: Set<Substring> = [
        "package", "public", "private", "fileprivate", "internal", "final", "static", "indirect", "lazy", "mutating",
        "nonisolated", "override", "required", "convenience", "weak", "unowned", "isolated",
    ]

    private var isAttributeAlone: Bool {
        own.first.map { $0.trimmed.hasPrefix("@") } ?? false && declaration == nil && !isImport
            && own.allSatisfy { $0.names.isDisjoint(with: ["init", "subscript", "deinit"]) }
    }

    /// The unit after its attributes, which are not divided.
    private mutating func absorb(_ next: SourceUnit) {
        pieces = lines.dropFirst(lead.count).map { .line($0) } + next.lead.map { .line($0) } + next.pieces
        findDeclaration()
    }

    // MARK: - Reading

    static func units(of text: String) -> [SourceUnit] {
        units(of: SourceScanner.lines(of: text)[...])
    }

    private static func units(of lines: ArraySlice<SourceLine>) -> [SourceUnit] {
        let depth = lines.lazy.filter { !$0.isBlank && !$0.isLiteral }.map(\.depth).min() ?? 0
        var units: [SourceUnit] = []
        var lead: [SourceLine] = []
        var base = 0
        var index = lines.startIndex
        while index < lines.endIndex {
            let line = lines[index]
            if !units.isEmpty, lead.isEmpty, line.isLiteral {
                units[units.count - 1].pieces.append(.line(line))
            } else if !units.isEmpty, line.depth > depth {
                let end = lines[index...].firstIndex { $0.depth <= depth && !$0.isLiteral } ?? lines.endIndex
                units[units.count - 1].pieces.append(.block(Self.units(of: lines[index..<end])))
                index = end
                continue
            } else if line.isBlank || line.isComment {
                lead.append(line)
            } else if !units.isEmpty, line.isClosing || (lead.isEmpty && line.continues(from: base)) {
                units[units.count - 1].pieces += (lead + [line]).map { .line($0) }
                lead = []
            } else {
                base = line.indentation
                var unit = SourceUnit()
                (unit.lead, unit.pieces, lead) = (lead, [.line(line)], [])
                units.append(unit)
            }
            index += 1
        }
        if !lead.isEmpty {
            var rest = SourceUnit()
            rest.lead = lead
            units.append(rest)
        }
        for index in units.indices { units[index].findDeclaration() }
        return attributed(units)
    }

    private static func attributed(_ units: [SourceUnit]) -> [SourceUnit] {
        var found: [SourceUnit] = []
        for unit in units {
            if let last = found.last, last.isAttributeAlone, !unit.isFixed {
                found[found.count - 1].absorb(unit)
            } else {
                found.append(unit)
            }
        }
        return found
    }

    // MARK: - Leaving out

    /// What remains of it without the units that `isUnwanted`; `nil` if nothing does. `isDivisible` says whether parts of a
    /// unit may be left out.
    func without(
        _ isUnwanted: (SourceUnit, _ isWhole: Bool) -> Bool, isDivisible: (SourceUnit) -> Bool
    ) -> SourceUnit? {
        if isFixed { return self }
        guard isDivisible(self) else { return isUnwanted(self, true) ? nil : self }
        if isUnwanted(self, false) { return nil }
        var rest = self
        rest.pieces = []
        var (isCut, isEmptied) = (false, false)
        for piece in pieces {
            guard case .block(let units) = piece else {
                if case .line(let line) = piece, isEmptied, line.isClosing {
                    rest.append(String(line.trimmed))
                } else {
                    rest.pieces.append(piece)
                }
                isEmptied = false
                continue
            }
            let kept = units.map { $0.without(isUnwanted, isDivisible: isDivisible) }
            isCut = isCut || kept.contains { $0 == nil }
            // Nobody can make it.
            if isType, zip(units, kept).contains(where: { $0.isInitializer && $1 == nil }) { return nil }
            let joined = Self.joined(units, kept, opener: rest.opener)
            // An array may be empty, but a call without any of its arguments, or a closure without statements, is another one.
            if joined.units.isEmpty, !units.isEmpty, !(rest.own.last?.text.hasSuffix("[") ?? false) { return nil }
            if let closing = joined.closing { rest.append(closing) }
            // An empty array stands on one line.
            if joined.units.isEmpty, !units.isEmpty { isEmptied = true }
            if !joined.units.isEmpty { rest.pieces.append(.block(joined.units)) }
        }
        if isCut, isType, rest.inner.allSatisfy({ $0.isFixed }) { return nil }
        if isCut, containsTests, !rest.hasTests { return nil }
        return rest
    }

    /// The bracket that opens a list at its end.
    private var opener: Character? {
        guard case .line(let line) = pieces.last else { return nil }
        return line.text.last.flatMap { "([".contains($0) ? $0 : nil }
    }

    private mutating func append(_ text: String) {
        guard case .line(let line) = pieces.last else { return }
        pieces[pieces.count - 1] = .line(line.with(text: line.text + text))
    }

    private mutating func appendToLast(_ text: String, withoutComma: Bool) {
        switch pieces.last {
        case .line(let line):
            let kept = withoutComma && line.text.hasSuffix(",") ? String(line.text.dropLast()) : line.text
            pieces[pieces.count - 1] = .line(line.with(text: kept + text))
        case .block(var units):
            units[units.count - 1].appendToLast(text, withoutComma: withoutComma)
            pieces[pieces.count - 1] = .block(units)
        case nil: break
        }
    }

    /// The units that were kept, without a blank line at the beginning. If the last element of a list is left out, what it
    /// closed is closed by the one before it, or by what stands before the list.
    static func joined(
        _ units: [SourceUnit], _ kept: [SourceUnit?], opener: Character? = nil
    ) -> (units: [SourceUnit], closing: String?) {
        var rest = kept.compactMap(\.self)
        if let first = rest.first, kept.first.map({ $0 == nil }) ?? false {
            rest[0].lead = Array(first.lead.drop(while: \.isBlank))
        }
        // The only element of an array has no comma after it.
        if opener == "[", units.count > 1, rest.count == 1 { rest[0].appendToLast("", withoutComma: true) }
        guard let opener, let last = units.last, kept.last.map({ $0 == nil }) ?? false else { return (rest, nil) }
        let closing = last.surplus
        if rest.isEmpty { return (rest, closing) }
        rest[rest.count - 1].appendToLast(closing, withoutComma: opener == "(")
        return (rest, nil)
    }

    /// The brackets at its end that close what it did not open, with what follows them.
    private var surplus: String {
        guard let last = lines.last else { return "" }
        let opened = own.first?.depth ?? last.depth
        var depth = last.depth
        // The depth of a line is that after the brackets that it closes first.
        let rest = last.trimmed.drop { ")]}".contains($0) }
        for index in rest.indices {
            let character = rest[index]
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) {
                depth -= 1
                if depth < opened { return String(rest[index...]) }
            }
        }
        return ""
    }
}

extension SourceLine {
    /// Whether it belongs to a unit that is indented so far.
    fileprivate func continues(from base: Int) -> Bool { indentation > base || trimmed == "{" }

    fileprivate func with(text: String) -> SourceLine {
        SourceLine(text: text, depth: depth, names: names, declared: declared, literals: literals, isLiteral: isLiteral)
    }
}

extension Substring {
    /// Where the parenthesis ends with which it begins.
    fileprivate var closing: Index? {
        var depth = 0
        for index in indices {
            if self[index] == "(" { depth += 1 }
            if self[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }
}
