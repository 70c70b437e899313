import Testing

/// Shows both values when they differ. `#expect` shows none of an expression with `await` or `try`.
func expect<Value: Equatable>(
    _ actual: Value, equals expected: Value, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment, sourceLocation: sourceLocation)
}
