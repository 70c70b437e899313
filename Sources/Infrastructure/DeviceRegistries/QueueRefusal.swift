#if Server
/// The batches before took so long that nobody can be waiting for the answer any more.
struct QueueTimeout: Error, CustomStringConvertible {
    let waited: Duration

    var description: String { "it waited \(waited) for the database" }
}
#endif
