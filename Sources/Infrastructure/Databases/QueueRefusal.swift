#if Server
/// The reason that a request did not reach the database.
enum QueueRefusal: Error, CustomStringConvertible {
    /// Earlier batches took so long that no client can still be waiting for the answer.
    case late(waited: Duration)
    case full(count: Int)
    case closed

    var description: String {
        switch self {
        case .late(let waited): "it waited \(waited) for the database"
        case .full(let count): "\(count) requests wait for the database already"
        case .closed: "the registry is closed"
        }
    }
}
#endif
