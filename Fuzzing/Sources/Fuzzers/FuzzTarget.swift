import UsecasesTesting

/// Code that reads bytes from outside, and its guarantees for any input. See `docs/contribute/fuzzing.md`.
struct FuzzTarget: Sendable {
    enum Check: Sendable {
        case now(@Sendable ([UInt8]) throws -> Void)
        case later(@Sendable ([UInt8]) async throws -> Void)
    }

    let name: String
    /// The size of the longest input worth trying, in bytes.
    let sizeLimit: Int
    /// A check that throws a ``BrokenPromise``.
    let check: Check
}

extension FuzzTarget {
    static let all: [FuzzTarget] = [
        .accounts, .answers, .audits, .bodies, .codings, .configuration, .connections, .coverage, .databaseAddresses,
        .environment, .fields, .forwarded, .hashes, .heads, .journals, .keys, .logLines, .recordings, .registries,
        .requests, .stores,
    ]
}
