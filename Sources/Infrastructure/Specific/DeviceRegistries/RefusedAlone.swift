#if Server
import Domain

/// What the database has against one request, while it takes those that came with it.
struct RefusedAlone: CausedError, CustomStringConvertible {
    let causedBy: (any Error)?

    var description: String { "the database refuses this request alone" }
}
#endif
