public import Testing

/// The random choices that produce a case.
///
/// The choices are recorded. From them, ``forAll(_:sourceLocation:_:holds:)`` builds smaller cases with fewer and
/// smaller choices. 0 stands for the smallest choice, such as the lower bound, the first element, or the end of a list.
public struct RandomChoices {
    fileprivate private(set) var taken: [UInt64] = []
    private var given: ArraySlice<UInt64> = []
    private let random: SeededRandomSource?

    fileprivate init(_ random: SeededRandomSource) {
        self.random = random
    }

    fileprivate init(repeating given: [UInt64]) {
        random = nil
        self.given = given[...]
    }

    private mutating func number(upTo most: UInt64) -> UInt64 {
        let word = random?.next() ?? given.popFirst() ?? 0
        let number = most == .max ? word : word % (most + 1)
        taken.append(number)
        return number
    }

    /// Returns a number in the range. The smallest choice is the lower bound.
    public mutating func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number {
        let (least, most) = (
            UInt64(truncatingIfNeeded: range.lowerBound), UInt64(truncatingIfNeeded: range.upperBound)
        )
        return range.lowerBound &+ Number(truncatingIfNeeded: number(upTo: most &- least))
    }

    /// Returns a boundary, a number next to a boundary, or a number within `distance` of a boundary.
    public mutating func number<Number: FixedWidthInteger>(
        near boundaries: Number..., within distance: Number
    ) -> Number {
        let offset = number(in: 0...3)
        let boundary = one(of: boundaries)
        switch offset {
        case 0: return boundary
        case 1: return boundary &+ 1
        case 2: return boundary &- 1
        default: return boundary &- distance &+ number(in: 0...(2 * distance))
        }
    }

    /// Returns a Boolean value. The smallest choice is `false`.
    public mutating func isTrue() -> Bool { number(upTo: 1) == 1 }

    /// Returns one of the elements. The smallest choice is the first.
    public mutating func one<Element>(of elements: some Collection<Element>) -> Element {
        elements[elements.index(elements.startIndex, offsetBy: number(in: 0...(elements.count - 1)))]
    }

    /// Returns a list with a number of elements in the range. The function `element` creates each element.
    public mutating func list<Element>(
        _ count: ClosedRange<Int>, of element: (inout RandomChoices) -> Element
    ) -> [Element] {
        var list: [Element] = []
        // A choice precedes each element. Removing consecutive choices therefore removes the element from the list.
        while list.count < count.upperBound,
            list.count < count.lowerBound || number(upTo: UInt64(max(1, count.upperBound / 2))) > 0
        {
            list.append(element(&self))
        }
        return list
    }

    /// Returns a text with characters of the alphabet.
    public mutating func text(_ count: ClosedRange<Int>, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String(list(count) { $0.one(of: characters) })
    }

    /// Returns a text with Unicode scalars of all kinds.
    public mutating func text(_ count: ClosedRange<Int>) -> String {
        let scalars = list(count) { choices in
            let range: ClosedRange<UInt32> = choices.one(of: [
                0x61...0x7A, 0x20...0x7E, 0...0xFF, 0x300...0x36F, 0x2000...0x206F, 0x3040...0x30FF, 0x1F300...0x1F64F,
                0xE000...0x10FFFF,
            ])
            return Unicode.Scalar(choices.number(in: range)) ?? "a"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns a list of bytes.
    public mutating func bytes(_ count: ClosedRange<Int>) -> [UInt8] { list(count) { $0.number(in: 0...255) } }
}

/// A case that violates a rule.
private struct Counterexample<Case> {
    let choices: [UInt64]
    let found: Case
    let error: any Error

    func isSmaller(than other: Self) -> Bool {
        choices.count == other.choices.count
            ? choices.lexicographicallyPrecedes(other.choices) : choices.count < other.choices.count
    }
}

/// The maximum number of cases that are tried in order to reduce a counterexample.
private let triesToReduce = 2000

/// Draws random cases, at least one. Records an issue, with the seed, for the first case where `rule` throws an error. Before that,
/// it reduces the case as long as the rule does not hold. It removes elements and characters, and decreases numbers.
public func forAll<Case>(
    _ count: Int = 300, sourceLocation: SourceLocation = #_sourceLocation, _ make: (inout RandomChoices) -> Case,
    holds rule: (Case) async throws -> Void
) async {
    let random = SeededRandomSource.unpredictable()
    for number in 1...max(1, count) {
        guard let first = await counterexample(RandomChoices(random), make, rule) else { continue }
        let least = await reduced(first) { await counterexample(RandomChoices(repeating: $0), make, rule) }
        let text = String(reflecting: least.found)
        Issue.record(
            "\(random.comment), case \(number): \(least.error)\n\(text.prefix(4000))", sourceLocation: sourceLocation)
        return
    }
}

private func counterexample<Case>(
    _ choices: RandomChoices, _ make: (inout RandomChoices) -> Case, _ rule: (Case) async throws -> Void
) async -> Counterexample<Case>? {
    var choices = choices
    let made = make(&choices)
    do {
        try await rule(made)
        return nil
    } catch {
        return Counterexample(choices: choices.taken, found: made, error: error)
    }
}

private func reduced<Case>(
    _ first: Counterexample<Case>, _ counterexample: ([UInt64]) async -> Counterexample<Case>?
) async -> Counterexample<Case> {
    var (least, tries, before) = (first, triesToReduce, 0)
    func succeeds(_ choices: [UInt64]) async -> Bool {
        tries -= 1
        guard tries > 0, let other = await counterexample(choices), other.isSmaller(than: least) else { return false }
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
            // Finds the smallest number that fails, if all greater numbers fail too.
            var (passing, failing): (UInt64?, UInt64) = (nil, least.choices[index])
            while index < least.choices.count, passing.map({ failing - $0 > 1 }) ?? (failing > 0) {
                let middle = passing.map { $0 + (failing - $0) / 2 } ?? 0
                var smaller = least.choices
                smaller[index] = middle
                if await succeeds(smaller) { failing = middle } else { passing = middle }
            }
            index += 1
        }
        if least.choices == formerly { break }
    } while tries > 0 && tries < before
    return least
}

/// An error that reports a violated rule.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// The rule.
    public let description: String

    /// Creates an error. `description` states the rule in a few words.
    public init(_ description: String) {
        self.description = description
    }
}

/// Throws a ``BrokenPromise`` if the condition does not hold.
public func promise(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
    guard holds else { throw BrokenPromise(promise()) }
}

/// Throws a ``BrokenPromise`` if the values differ.
public func promise<Value: Equatable>(_ actual: Value, is expected: Value) throws {
    try promise(actual == expected, "\(String(reflecting: actual)) instead of \(String(reflecting: expected))")
}

/// Returns the value. Throws a ``BrokenPromise`` if it is `nil`. Unlike `#require`, it does not record an issue for a
/// case that is still being reduced.
public func promised<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw BrokenPromise("there is no \(Value.self)") }
    return value
}
