/// Another process held a lock longer than anybody waits for it.
struct LockTimeout: Error, Hashable, CustomStringConvertible {
    let path: String
    let waited: Duration

    var description: String { "another process has held \(path) for more than \(waited)" }
}
