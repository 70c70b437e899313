#if Server
import Usecases

/// The database's objection to a single request, while it accepts the others of the batch.
struct RefusedAlone: CausedError, CustomStringConvertible {
    let causedBy: (any Error)?

    var description: String { "the database refuses this request alone" }
}
#endif
