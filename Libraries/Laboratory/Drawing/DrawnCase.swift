package import UsecasesEngine

/// A case that random choices have produced, and what was found with it.
package struct DrawnCase<Found> {
    package let choices: [UInt64]
    package let found: Found

    package init(_ choices: RandomChoices, _ found: Found) {
        self.choices = choices.taken
        self.found = found
    }

    private func isSmaller(than other: Self) -> Bool {
        choices.count == other.choices.count
            ? choices.lexicographicallyPrecedes(other.choices) : choices.count < other.choices.count
    }

    /// Returns the smallest case with the same finding, as far as `tries` cases show. `find` returns the case of these
    /// choices, or `nil` if it does not have the finding.
    ///
    /// Removes choices, so elements and characters disappear, and decreases numbers.
    package func reduced(tries: Int, _ find: ([UInt64]) async -> DrawnCase?) async -> DrawnCase {
        var (least, tries, before) = (self, tries, 0)
        func succeeds(_ choices: [UInt64]) async -> Bool {
            tries -= 1
            guard tries > 0, let other = await find(choices), other.isSmaller(than: least) else { return false }
            least = other
            return true
        }
        repeat {
            before = tries
            let formerly = least.choices
            for size in [32, 16, 8, 4, 3, 2, 1] {
                var start = least.choices.count - size
                while start >= 0 {
                    var fewer = least.choices
                    fewer.removeSubrange(start..<(start + size))
                    start = await succeeds(fewer) ? min(start, least.choices.count - size) : start - 1
                }
            }
            var index = 0
            while index < least.choices.count {
                // Finds the smallest number with the finding, if all greater numbers have it too.
                var (without, with): (UInt64?, UInt64) = (nil, least.choices[index])
                while index < least.choices.count, without.map({ with - $0 > 1 }) ?? (with > 0) {
                    let middle = without.map { $0 + (with - $0) / 2 } ?? 0
                    var smaller = least.choices
                    smaller[index] = middle
                    if await succeeds(smaller) { with = middle } else { without = middle }
                }
                index += 1
            }
            if least.choices == formerly { break }
        } while tries > 0 && tries < before
        return least
    }
}
