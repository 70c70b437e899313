import Usecases

/// A change that was made, but that a power cut may undo.
struct UnconfirmedChange: CausedError, HinderedError, CustomStringConvertible {
    let causedBy: (any Error)?

    var hindrance: Hindrance? { .unconfirmed }
    var description: String { "the change was made, but the system does not say that it is on the disk" }
}
