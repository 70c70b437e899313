import Usecases

/// Another process held a lock for longer than the timeout.
struct LockTimeout: HinderedError, Hashable, CustomStringConvertible {
    let path: String
    let waited: Duration

    var hindrance: Hindrance? { .heldLock }
    var description: String { "another process has held \(path) for more than \(waited)" }
}
