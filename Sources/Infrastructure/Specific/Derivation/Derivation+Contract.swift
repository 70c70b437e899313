/// The contract of the service, which is in JSON and formatted as the sources are.
extension Derivation {
    /// The contract without the paths that no source names, and without what only these need; `paths` are put before those
    /// that stay, and `literals` are those of the program.
    static func contract(_ contract: String, with paths: String, literals: Set<String>) -> String {
        let opening = "\n  \"paths\": {\n"
        var text = contract.replacing(opening, with: opening + paths)
        while true {
            let units = SourceUnit.units(of: text)
            let components = units.flatMap(\.inner).filter { $0.key == "components" }.flatMap(\.inner)
            let unnamed = components.flatMap { $0.inner.compactMap(\.key) }.filter { key in
                !text.contains("/\(key)\"") && !text.contains("{\"\(key)\": [")
            }
            let kept = units.map { unit in
                unit.without(
                    { unit, _ in
                        let key = unit.key ?? ""
                        switch unit.indentation {
                        // What is said about all of it.
                        case 4 where ["summary", "description"].contains(key): return true
                        case 4 where key.hasPrefix("/"): return !literals.contains(key)
                        case 6 where unnamed.contains(key): return true
                        case _: return unit.codes.map { $0.isDisjoint(with: literals) } ?? false
                        }
                    }, isDivisible: { _ in true })
            }
            let rest = kept.compactMap(\.self).flatMap(\.lines).map(\.text).joined(separator: "\n") + "\n"
            // The last one of a list has no comma.
            let next = rest.replacing(#/,(\s*\n *[}\]])/#) { $0.1 }
            if next == text { return text }
            text = next
        }
    }
}

extension SourceUnit {
    fileprivate var indentation: Int { own.first?.indentation ?? 0 }

    /// The name of a member of an object.
    fileprivate var key: String? { own.first?.trimmed.firstMatch(of: #/^"([^"]+)":/#).map { String($0.1) } }

    /// The codes for programs, if it is a line of such codes.
    fileprivate var codes: Set<String>? {
        guard own.count == 1, let line = own.first?.trimmed, line.wholeMatch(of: #/(?:"[A-Z_]+",? ?)+/#) != nil else {
            return nil
        }
        return Set(line.matches(of: #/[A-Z_]+/#).map { String($0.0) })
    }
}
