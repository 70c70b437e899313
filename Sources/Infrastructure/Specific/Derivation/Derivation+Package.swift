/// The manifest of the package, which names modules, packages and traits in literals.
extension Derivation {
    /// The manifest without what no source needs: `imports` are the modules that sources import, and `conditions`
    /// their conditions of the compiler.
    static func manifest(
        _ text: String, imports: Set<String>, conditions: String, isLeftOut: (_ path: String) -> Bool
    ) -> String {
        var units = SourceUnit.units(of: text)
        var left: Set<String> = []
        while true {
            let manifest = units.flatMap(\.lines).map(\.text).joined(separator: "\n")
            let before = Set(units.flatMap(\.all).compactMap(\.declared))
            let kept = units.map { unit in
                unit.without(
                    { unit, _ in
                        let text = unit.own.map(\.text).joined(separator: "\n")
                        let paths = (unit.lead.map(\.text) + [text]).flatMap(\.paths)
                        return paths.contains(where: isLeftOut) || unit.names(left)
                            || isUnneeded(text, in: manifest, imports: imports, conditions: conditions)
                    }, isDivisible: { _ in true })
            }
            units = SourceUnit.joined(units, kept).units
            let lost = before.subtracting(units.flatMap(\.all).compactMap(\.declared))
            if lost.isSubset(of: left), units.flatMap(\.lines).map(\.text).joined(separator: "\n") == manifest {
                return manifest + "\n"
            }
            left.formUnion(lost)
        }
    }

    /// Whether lines of the manifest declare a module, a package or a trait that nothing names.
    private static func isUnneeded(
        _ text: String, in manifest: String, imports: Set<String>, conditions: String
    ) -> Bool {
        let traits = text.matches(of: #/(?:\.trait\(\s*name: |\btraits: \[)"(\w+)"/#).map(\.1)
        if traits.contains(where: { !conditions.contains($0) }) { return true }
        if let package = text.firstMatch(of: #/\.package\(url: ".*\/([^"\/]+)"/#)?.1 {
            return !manifest.contains("from: \"\(package)\"") && !manifest.contains("package: \"\(package)\"")
        }
        if let module = text.firstMatch(of: #/\.(?:target|systemLibrary|product)\(\s*name: "(C?\w+)"/#)?.1,
            module.hasPrefix("C") || module.hasPrefix("Usecases") || text.contains(".product(")
        {
            return !imports.contains(String(module)) && !module.hasSuffix("Tests")
        }
        if let modules = text.firstMatch(of: #/\b(?:server|asyncHTTPClient)\((.*), from:/#)?.1 {
            let names = modules.matches(of: #/"(\w+)"/#).map { String($0.1) }
            return imports.isDisjoint(with: names)
        }
        return false
    }
}

extension SourceUnit {
    fileprivate func names(_ left: Set<String>) -> Bool { own.contains { !$0.names.isDisjoint(with: left) } }
}

extension String {
    /// The paths of files in this repository that it seems to have.
    var paths: [String] {
        matches(of: #/[A-Za-z0-9_.+-]+(?:\/[A-Za-z0-9_.+-]+)+/#).map { String($0.0) }
    }
}
