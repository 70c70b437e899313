public import Testing
public import UsecasesEngine
import UsecasesLaboratory

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
        guard let first = await counterexample(RandomChoices(seed: random.next()), make, rule) else { continue }
        let least = await first.reduced(tries: triesToReduce) {
            await counterexample(RandomChoices(repeating: $0), make, rule)
        }
        let (made, error) = least.found
        Issue.record(
            "\(random.comment), case \(number): \(error)\n\(String(reflecting: made).prefix(4000))",
            sourceLocation: sourceLocation)
        return
    }
}

private func counterexample<Case>(
    _ choices: RandomChoices, _ make: (inout RandomChoices) -> Case, _ rule: (Case) async throws -> Void
) async -> DrawnCase<(made: Case, error: any Error)>? {
    var choices = choices
    let made = make(&choices)
    do {
        try await rule(made)
        return nil
    } catch {
        return DrawnCase(choices, (made, error))
    }
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
