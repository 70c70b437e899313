/// Runs the operations in parallel, and returns their results in order.
package func inParallel<Value: Sendable>(
    _ count: Int, _ operation: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        for number in 0..<count { group.addTask { (number, try await operation(number)) } }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
    }
}
