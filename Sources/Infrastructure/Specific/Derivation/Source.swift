/// A Swift source that may become part of a derived application.
struct Source {
    enum House {
        case generic
        case specific
        case composition
        case specs
    }

    let path: String
    let house: House
    var units: [SourceUnit]

    init(path: String, text: String) {
        self.path = path
        house =
            if path.hasPrefix("Tests/") {
                .specs
            } else if path.hasPrefix("Libraries/") || path.contains("/Generic/") {
                .generic
            } else {
                path.contains("/Composition/") ? .composition : .specific
            }
        units = SourceUnit.units(of: text)
    }

    var lines: [SourceLine] { units.flatMap(\.lines) }
    /// Where parts were left out, their blank lines are as well.
    var text: String {
        var texts: [String] = []
        var wasBlank = false
        for line in lines {
            let isBlank = line.isBlank && !line.isLiteral
            if !isBlank || !wasBlank { texts.append(line.text) }
            wasBlank = isBlank
        }
        return texts.joined(separator: "\n") + "\n"
    }
    /// All but the imports: a model may have the name of a module.
    var code: [SourceLine] { units.filter { !$0.isImport }.flatMap(\.lines) }
    var names: Set<String> { code.reduce(into: []) { $0.formUnion($1.names) } }
    /// The types that it declares for other files.
    var types: Set<String> {
        Set(units.filter { !$0.isPrivate && ($0.isType && !$0.isExtension || $0.isAlias) }.compactMap(\.declared))
    }
    /// Whether it helps to write specs, those of a new application included.
    var isSupport: Bool { path.contains("/Support/") }
    var hasTests: Bool { units.contains(where: \.hasTests) }
    var isEmpty: Bool { units.allSatisfy { $0.isFixed || $0.isImport } }

    static func isInner(_ path: String) -> Bool {
        path.hasPrefix("Sources/Domain/") || path.hasPrefix("Sources/Application/")
    }

    /// Whether parts of the unit may be left out. What combines things can do without any of them; a spec, or what helps it,
    /// is kept whole or not at all.
    func isDivisible(_ unit: SourceUnit) -> Bool {
        path.contains("/Composition/") || unit.isType && (unit.containsTests || unit.isExtension)
    }
}

extension SourceUnit {
    var isExtension: Bool { declaration?.kind == "extension" }
    var isAlias: Bool { declaration?.kind == "typealias" }
    var isPrivate: Bool {
        own.contains { $0.trimmed.hasPrefix("private ") || $0.trimmed.hasPrefix("fileprivate ") }
    }
    /// Whether other files may name what is in it, which nobody does with a suite.
    var isShared: Bool { !containsTests && !isPrivate }

    /// It, and all units inside it.
    var all: [SourceUnit] { [self] + inner.flatMap(\.all) }
    /// It, and the members of a type.
    var memberUnits: [SourceUnit] { [self] + (isType ? inner.flatMap(\.memberUnits) : []) }
    /// The names that it declares for others, which the inside of a function does not.
    var members: [String] {
        (isExtension ? [] : declared.map { [$0] } ?? []) + (isType || isFixed ? inner.flatMap(\.members) : [])
    }
}
