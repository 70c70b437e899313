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

extension FuzzTarget: CustomStringConvertible {
    var description: String { name }
}

extension FuzzTarget {
    static let all: [FuzzTarget] = {
        var targets: [FuzzTarget] = [
            .accounts, .answers, .audits, .coverage, .fields, .har, .hashes, .heads, .journals, .keys, .recordings,
            .registries,
            .stores,
        ]
        #if os(Linux)
        targets.append(.codings)
        #endif
        #if Server
        targets += [.bodies, .configuration, .environment, .forwarded, .logLines]
        #endif
        #if FUZZING && Server
        targets += [.connections, .requests]
        #endif
        #if PostgreSQL
        targets.append(.databaseAddresses)
        #endif
        return targets
    }()

    /// The targets that are not in every build.
    static let namesOfOthers: Set = [
        "bodies", "codings", "configuration", "connections", "database-addresses", "environment", "forwarded",
        "log-lines", "requests",
    ]
}
