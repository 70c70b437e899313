#if PostgreSQL
import Domain

extension PostgreSQLFailure {
    /// The failure as registries report it. `writes` tells whether the request would have written anything.
    func wrapped(writes: Bool, _ address: PostgreSQLAddress) -> ErrorWrapper {
        let location = address.description
        let error: SystemErrors.DataStore =
            switch kind {
            case .unusable: .内容が壊れています(location: location)
            case .lost, .unresponsive, .conflict, .content, .refused:
                writes ? .書き込みに失敗(location: location) : .読み込みに失敗(location: location)
            }
        return .system(
            error: .dataStore(error), args: ["database": location],
            causedBy: isAlone ? RefusedAlone(causedBy: self) : self)
    }
}
#endif
