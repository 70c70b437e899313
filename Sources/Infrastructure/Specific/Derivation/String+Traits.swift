extension String {
    /// The source as it is where none of these traits is on: without what then is not compiled, and without the conditions that
    /// then always hold.
    func without(traits: Set<Substring>) -> String {
        var kept: [Substring] = []
        var open: [Branch] = []
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            let indentation = line.prefix { $0 == " " }
            let isPart = words.hasPrefix("#elseif ") || words == "#else" || words == "#endif"
            let last = isPart ? open.popLast() : nil
            let isAround = open.allSatisfy(\.isLive)
            if words.hasPrefix("#if ") {
                open.append(Branch(words.dropFirst(4), without: traits))
                if isAround, open[open.count - 1].isWritten {
                    kept.append("\(indentation)#if \(open[open.count - 1].condition)")
                }
            } else if words.hasPrefix("#elseif "), let last {
                let next = Branch(words.dropFirst(8), without: traits, after: last)
                open.append(next)
                if isAround, next.isLive, next.isWritten {
                    kept.append("\(indentation)\(last.isWritten ? "#elseif" : "#if") \(next.condition)")
                }
            } else if words == "#else", let last {
                open.append(last.otherwise)
                if isAround, last.isWritten { kept.append(line) }
            } else if words == "#endif" {
                if isAround, last?.isWritten ?? true { kept.append(line) }
            } else if isAround {
                kept.append(line)
            }
        }
        return kept.joined(separator: "\n")
    }
}

/// A part between two conditions of the compiler.
private struct Branch {
    /// What is left of its condition.
    let condition: String
    /// Whether its lines stay.
    var isLive: Bool
    /// Whether this part or one before it is still under a condition.
    var isWritten: Bool
    /// Whether it, or a part before it, always holds.
    private var isDecided: Bool

    init(_ condition: Substring, without traits: Set<Substring>, after last: Branch? = nil) {
        let terms = condition.split(separator: " ")
        let isSimple = !terms.contains("||")
        let factors = terms.filter { $0 != "&&" && !($0.hasPrefix("!") && traits.contains($0.dropFirst())) }
        let isPossible = !isSimple || !factors.contains { traits.contains($0) }
        self.condition = isSimple ? factors.joined(separator: " && ") : String(condition)
        isLive = isPossible && !(last?.isDecided ?? false)
        isWritten = last?.isWritten ?? false || isLive && !self.condition.isEmpty
        isDecided = last?.isDecided ?? false || isPossible && self.condition.isEmpty
    }

    /// What stands after its `#else`.
    var otherwise: Branch {
        var branch = self
        branch.isLive = !isDecided
        return branch
    }
}
