import Testing

/// Expects equal values, and shows both if they differ. `#expect` shows neither for an expression with `await` or
/// `try`.
func expect<Value: Equatable>(
    _ actual: Value, equals expected: Value, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment, sourceLocation: sourceLocation)
}
