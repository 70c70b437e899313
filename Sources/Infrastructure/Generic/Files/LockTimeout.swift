import Domain

/// Another process held a lock longer than anybody waits for it.
struct LockTimeout: HinderedError, Hashable, CustomStringConvertible {
    let path: String
    let waited: Duration

    var hindrance: Hindrance? { .heldLock }
    var description: String { "another process has held \(path) for more than \(waited)" }
}
