/// Derives the sources of an application from those of this one: what is generic, one use case with what belongs to it, and of
/// that which combines the two, and of the specs, the parts that do not name what is left out.
///
/// What is left out follows from the folders `Libraries`, `Generic`, `Specific` and `Composition`, and from who names whom.
struct Derivation {
    /// The name of the use case that is kept, and of other types that are kept with all that they need.
    let roots: Set<String>
    let withService: Bool
    /// Whether a file or a folder that is no source is left out.
    let isLeftOut: (_ path: String) -> Bool

    /// The traits that are left out: the databases are this application's own.
    private var traitsLeft: Set<Substring> { withService ? ["PostgreSQL"] : ["Server", "PostgreSQL"] }

    private var sources: [String: Source] = [:]
    private var own: Set<String> = []
    /// All sources that there were.
    private var before: [String: Source] = [:]
    /// On how many lines of them each name stood, by the house for which that counts.
    private var usesBefore: [Source.House: [String: Int]] = [:]
    /// The types that are left out.
    private var types: Set<String> = []
    /// Those that a literal names: in a literal, the name of a module is not that of a type.
    private var missingWords: Set<String> { types.subtracting(modules) }
    /// The modules that sources import.
    private var modules: Set<String> = []
    /// The modules that only what is left out of the program imported.
    private var lostModules: Set<String> = []
    /// Other names that are declared only in what is left out of the program.
    private var members: Set<String> = []
    /// The same for specs, which leave out more.
    private var membersOfSpecs: Set<String> = []
    /// What each file of specs has left out of its own.
    private var membersOfFile: [String: Set<String>] = [:]
    /// The words of the commands and the requests that are left out, and of the settings.
    private var commands: Set<String> = []
    private var settings: Set<String> = []

    init(roots: Set<String>, withService: Bool, isLeftOut: @escaping (_ path: String) -> Bool) {
        self.roots = roots
        self.withService = withService
        self.isLeftOut = isLeftOut
    }

    /// `files` are the texts of the Swift sources by their paths, and `own` those that only the new application has, some of
    /// them in place of others; so is what is returned.
    mutating func derive(from files: [String: String], own: [String: String] = [:]) -> [String: String] {
        for (path, text) in files {
            let source = Source(path: path, text: text)
            before[path] = source
            let kept = Source(path: path, text: text.without(traits: traitsLeft))
            sources[path] = kept.isEmpty && !source.isEmpty ? nil : kept
        }
        for (path, text) in own { sources[path] = Source(path: path, text: text) }
        self.own = Set(own.keys)
        modules = Self.imports(of: sources.values.map(\.text))
        keepRoots()
        leaveOutLostModules()
        leaveOut()
        return sources.mapValues(\.text)
    }

    /// All literals of the program.
    var literals: Set<String> { Set(sources.values.filter { $0.house != .specs }.flatMap(\.code).flatMap(\.literals)) }

    /// The sentences that only what was left out says.
    var lostSentences: Set<String> {
        func sentences(of sources: some Sequence<Source>) -> Set<String> {
            Set(sources.filter { $0.house != .specs }.flatMap(\.code).flatMap(\.literals).filter { $0.utf8.count > 20 })
        }
        return sentences(of: before.values).subtracting(sentences(of: sources.values))
    }

    // MARK: - What belongs to the roots

    private mutating func keepRoots() {
        let specific = sources.values.filter { $0.house == .specific }
        let owners = owners(of: specific)
        let needed = Dictionary(uniqueKeysWithValues: specific.map { ($0.path, needs(of: $0.path, owners)) })
        var kept: Set<String> = []
        for source in specific where own.contains(source.path) || !source.types.isDisjoint(with: roots) {
            kept.formUnion(needed[source.path] ?? [])
        }
        // Whatever needs nothing else of the inner layers belongs to it, too.
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for source in specific where !kept.contains(source.path) {
                let needs = needed[source.path] ?? []
                guard !needs.isDisjoint(with: kept),
                    needs.allSatisfy({ kept.contains($0) || $0 == source.path || !Source.isInner($0) })
                else { continue }
                kept.formUnion(needs)
                isGrowing = true
            }
        }
        for source in specific where !kept.contains(source.path) { sources[source.path] = nil }
    }

    /// The specific files by the names of what they declare.
    private func owners(of specific: [Source]) -> [String: Set<String>] {
        var owners: [String: Set<String>] = [:]
        for source in specific { for type in source.types { owners[type, default: []].insert(source.path) } }
        for source in sources.values where source.house == .generic { for type in source.types { owners[type] = nil } }
        // A port is named by its property of the dependencies as well.
        for source in sources.values where source.house == .composition && Source.isInner(source.path) {
            for unit in source.units.flatMap(\.memberUnits) where !unit.isType {
                guard let name = unit.declared, owners[name] == nil else { continue }
                let owner = Set(unit.own.flatMap(\.names).compactMap { owners[$0] }.joined())
                if owner.count == 1 { owners[name] = owner }
            }
        }
        return owners
    }

    /// The specific files that a file names, directly or not, and itself.
    private func needs(of path: String, _ owners: [String: Set<String>]) -> Set<String> {
        var found: Set<String> = [path]
        var open = [path]
        while let next = open.popLast() {
            for name in sources[next]?.names ?? [] {
                for owner in owners[name] ?? [] where found.insert(owner).inserted { open.append(owner) }
            }
        }
        return found
    }

    /// No spec needs the modules any more that only what is left out of the program imported, nor a file that helps specs
    /// with them.
    private mutating func leaveOutLostModules() {
        func modules(of sources: some Sequence<Source>) -> Set<String> {
            Derivation.imports(of: sources.filter { $0.house != .specs }.map(\.text))
        }
        let lost = modules(of: before.values).subtracting(modules(of: sources.values))
        lostModules = lost
        for var source in sources.values where source.house == .specs {
            let units = source.units.filter { unit in
                !unit.isImport || Derivation.imports(of: unit.own.map(\.text)).isDisjoint(with: lost)
            }
            guard units.count < source.units.count else { continue }
            source.units = units
            sources[source.path] = source.hasTests ? source : nil
        }
    }

    // MARK: - What names what is left out

    private mutating func leaveOut() {
        let gone = before.values.filter { sources[$0.path] == nil }
        types = Set(gone.flatMap(\.types)).subtracting(sources.values.flatMap(\.types))
        // What is generic never means anything that is left out.
        let common = Set(sources.values.filter { $0.house == .generic || $0.house == .specific }.flatMap(\.names))
        let extended = gone.filter { $0.house == .specific }.flatMap {
            $0.units.filter(\.isExtension).flatMap(\.members)
        }
        members = Set(extended).subtracting(common).subtracting(members(of: .composition))
        membersOfSpecs = members.subtracting(members(of: .specs))
        for house in [Source.House.composition, .specs] {
            usesBefore[house] = Self.uses(of: Self.seen(by: house, of: before))
        }
        while true {
            let previous = sources
            for path in sources.keys.sorted() { prune(path) }
            leaveOutUnusedSupport()
            noteWords()
            let lost = lostMembers(of: .composition, since: previous).union(unusedMembers(of: .composition))
                .subtracting(common)
            let lostBySpecs = lostMembers(of: .specs, since: previous).union(unusedMembers(of: .specs)).subtracting(
                common)
            let isDone = sources.mapValues(\.lines.count) == previous.mapValues(\.lines.count)
            if isDone, lost.isSubset(of: members), lost.union(lostBySpecs).isSubset(of: membersOfSpecs) { return }
            members.formUnion(lost)
            membersOfSpecs.formUnion(lost.union(lostBySpecs))
        }
    }

    private mutating func prune(_ path: String) {
        guard var source = sources[path], source.house == .composition || source.house == .specs else { return }
        let isSpecs = source.house == .specs
        let names = isSpecs ? membersOfSpecs : members
        let own = membersOfFile[path] ?? []
        let kept = source.units.map { unit in
            unit.without(
                { unit, isWhole in
                    guard !unit.isImport else { return false }
                    let lines = isWhole ? unit.lines : unit.own
                    return lacks(lines, anyOf: names) || lines.contains { !$0.names.isDisjoint(with: own) }
                        || isSpecs && lines.contains { speaksOfMissing($0) }
                }, isDivisible: { source.isDivisible($0) })
        }
        let hadTests = source.hasTests
        let members = Set(source.units.flatMap(\.members))
        source.units = SourceUnit.joined(source.units, kept).units
        if isSpecs { membersOfFile[path, default: []].formUnion(members.subtracting(source.units.flatMap(\.members))) }
        sources[path] = source.isEmpty || hadTests && !source.hasTests ? nil : source
    }

    /// Whether the lines need a type that is left out, or one of the members that they do not declare themselves.
    private func lacks(_ lines: [SourceLine], anyOf members: Set<String>) -> Bool {
        if lines.contains(where: { !$0.names.isDisjoint(with: types) }) { return true }
        let named = lines.reduce(into: Set<String>()) { $0.formUnion($1.names.intersection(members)) }
        return !named.isEmpty && !named.isSubset(of: lines.flatMap(\.declared))
            || lines.first { !$0.isComment }.map { !$0.declared.isDisjoint(with: named) } ?? false
    }

    /// Whether a literal names a file, a type, a command, a setting or a request that is left out.
    private func speaksOfMissing(_ line: SourceLine) -> Bool {
        line.paths.contains(where: isMissing)
            || line.literals.contains { literal in
                if lostModules.contains(literal) { return true }
                let words = literal.split(separator: " ").map(String.init)
                return words.first.map(commands.contains) ?? false || words.contains { speaksOfSetting($0) }
                    || words.contains { $0.hasPrefix("/") && commands.contains($0.filter { $0 != "," }) }
                    || !missingWords.isDisjoint(with: literal.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            }
    }

    /// Whether it is an option, such as `--state-dir`, or a variable, such as `…_STATE_DIR`, that is left out.
    private func speaksOfSetting(_ word: String) -> Bool {
        let name = word.prefix { $0 != "=" }
        if name.hasPrefix("--") { return settings.contains(String(name.dropFirst(2))) }
        guard name.contains("_"), name.allSatisfy({ $0.isUppercase || $0 == "_" }) else { return false }
        return settings.contains(name.drop { $0 != "_" }.dropFirst().lowercased().replacing("_", with: "-"))
    }

    private mutating func noteWords() {
        let gone = before.values.filter { $0.house == .specific && sources[$0.path] == nil }.flatMap(\.code)
        func words(_ isMeant: (String) -> Bool) -> [[String]] {
            gone.filter { $0.names.union($0.declared).contains(where: isMeant) }.flatMap(\.literals)
                .map { $0.split(separator: " ").map(String.init) }
        }
        func first(_ words: [[String]]) -> [String] {
            words.compactMap(\.first).filter { $0.wholeMatch(of: #/[a-z][a-z-]+/#) != nil }
        }
        // A command is named where it is declared, and by the invocation of its use case, as a request is.
        let invoked = words { $0 == "Invocation" }
        commands = Set(
            first(words { $0 == "commandName" }) + first(invoked) + invoked.joined().filter { $0.hasPrefix("/") })
        settings = lostWords { !Source.isInner($0) }.union(first(words { $0.hasSuffix("etting") }))
    }

    /// The words in literals that only what is left out declares.
    private func lostWords(where isMeant: (_ path: String) -> Bool) -> Set<String> {
        func words(of sources: some Sequence<Source>) -> Set<String> {
            let literals = sources.filter { $0.house == .composition && isMeant($0.path) }.flatMap(\.code)
                .flatMap(\.literals).map { $0.split(separator: " ").map(String.init) }
            let first = literals.compactMap(\.first).filter { $0.wholeMatch(of: #/[a-z][a-z-]+/#) != nil }
            return Set(first + literals.joined().filter { $0.hasPrefix("/") })
        }
        return words(of: before.values).subtracting(words(of: sources.values))
    }

    private func isMissing(_ path: String) -> Bool {
        before[path] != nil ? sources[path] == nil : isLeftOut(path)
    }

    /// Leaves out what stands beside the specs and is used by none of them, except for what helps to write new ones.
    private mutating func leaveOutUnusedSupport() {
        let specs = sources.values.filter { $0.house == .specs }
        for source in specs where !source.hasTests && (!source.isSupport || isCut(source)) {
            let shared = Set(source.units.filter(\.isShared).flatMap(\.members))
            if specs.allSatisfy({ $0.path == source.path || $0.names.isDisjoint(with: shared) }) {
                sources[source.path] = nil
            }
        }
    }

    private func isCut(_ source: Source) -> Bool { before[source.path]?.lines.count != source.lines.count }

    /// The members that other files may name.
    private func members(of house: Source.House) -> Set<String> {
        Set(sources.values.filter { $0.house == house }.flatMap { $0.units.filter(\.isShared).flatMap(\.members) })
    }

    /// The names that were declared only in what has been left out since then.
    private mutating func lostMembers(of house: Source.House, since previous: [String: Source]) -> Set<String> {
        var lost: Set<String> = []
        for (path, source) in previous
        where source.house == house && sources[path]?.lines.count != source.lines.count {
            let units = source.units.filter(\.isShared)
            lost.formUnion(units.flatMap(\.members))
            if sources[path] == nil { types.formUnion(source.types) }
        }
        for source in Self.seen(by: house, of: sources) {
            lost.subtract(source.units.flatMap(\.members))
        }
        types.subtract(sources.values.flatMap(\.types))
        return lost
    }

    /// The names of what only that which was left out used.
    private func unusedMembers(of house: Source.House) -> Set<String> {
        let used = Self.uses(of: Self.seen(by: house, of: sources))
        let usedBefore = usesBefore[house] ?? [:]
        var found: Set<String> = []
        for source in sources.values where source.house == house && !source.isSupport {
            for unit in source.units.flatMap(\.memberUnits) where !unit.containsTests && !unit.isExtension {
                guard let name = unit.declared, used[name] == 1, usedBefore[name, default: 0] > 1 else { continue }
                found.insert(name)
            }
        }
        return found
    }

    /// The sources that give a reason to keep something of this house; a spec gives none for the program.
    private static func seen(by house: Source.House, of sources: [String: Source]) -> [Source] {
        sources.values.filter { house == .specs || $0.house != .specs }
    }

    /// On how many lines each name stands.
    private static func uses(of sources: [Source]) -> [String: Int] {
        sources.reduce(into: [:]) { counts, source in
            for line in source.code { for name in line.names { counts[name, default: 0] += 1 } }
        }
    }
}

extension Derivation {
    /// The modules that the sources import.
    static func imports(of sources: some Sequence<String>) -> Set<String> {
        sources.reduce(into: []) { imports, text in
            imports.formUnion(text.matches(of: #/(?m)^(?:@\w+ )*(?:\w+ )?import (\w+)/#).map { String($0.1) })
        }
    }

    /// Their conditions of the compiler, without what must not hold.
    static func conditions(of sources: some Sequence<String>) -> String {
        sources.flatMap { $0.matches(of: #/(?m)^#(?:else)?if .*/#).map { String($0.0) } }.joined(separator: "\n")
            .replacing(#/!\w+/#, with: "")
    }
}
