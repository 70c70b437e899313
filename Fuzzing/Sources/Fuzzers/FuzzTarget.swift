/// Code that reads bytes from outside, and its guarantees for any input: see `docs/fuzzing.md`.
struct FuzzTarget: Sendable {
    enum Check: Sendable {
        case now(@Sendable ([UInt8]) throws -> Void)
        case later(@Sendable ([UInt8]) async throws -> Void)
    }

    let name: String
    /// The size of the longest input worth trying, in bytes.
    let sizeLimit: Int
    /// Throws a ``BrokenPromise``.
    let check: Check
}

/// A guarantee that an input has disproved.
struct BrokenPromise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a ``BrokenPromise`` if the condition does not hold.
func promise(_ holds: Bool, _ promise: @autoclosure () -> String) throws {
    guard holds else { throw BrokenPromise(promise()) }
}

extension FuzzTarget {
    static let all: [FuzzTarget] = [
        .accounts, .answers, .audits, .bodies, .codings, .configuration, .connections, .coverage, .databaseAddresses,
        .environment, .fields, .forwarded, .har, .hashes, .heads, .journals, .keys, .logLines, .recordings, .registries,
        .requests, .stores,
    ]
}
