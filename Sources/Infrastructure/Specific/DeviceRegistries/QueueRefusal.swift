#if Server
/// Why a request did not come to the database at all.
enum QueueRefusal: Error, CustomStringConvertible {
    /// The batches before took so long that nobody can be waiting for the answer any more.
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
