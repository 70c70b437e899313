#if PostgreSQL
import Usecases

extension PostgreSQLFailure {
    /// The failure as registries report it. `writes` tells whether the request would have written anything.
    func wrapped(writes: Bool, _ address: PostgreSQLAddress) -> ErrorWrapper {
        let location = address.description
        let error: SystemErrors.DataStore =
            switch kind {
            case .unusable: .内容が壊れています(location: location, content: .database)
            case .lost, .unresponsive, .conflict, .content, .refused:
                writes
                    ? .書き込みに失敗(location: location, content: .database)
                    : .読み込みに失敗(location: location, content: .database)
            }
        return .system(
            error: .dataStore(error),
            causedBy: isAlone ? RefusedAlone(causedBy: self) : self)
    }
}
#endif
