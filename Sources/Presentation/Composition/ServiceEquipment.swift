#if Server
import Usecases

/// What the service works with.
struct ServiceEquipment {
    var dependencies: Dependencies
    /// Closes what has to be closed at the end.
    var close: () throws -> Void = {}
}
#endif
