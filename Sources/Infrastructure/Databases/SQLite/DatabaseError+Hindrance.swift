#if Server
import GRDB
public import Usecases

extension DatabaseError: HinderedError {
    var hindrance: Hindrance? {
        switch resultCode {
        case .SQLITE_FULL: .noSpace
        case .SQLITE_READONLY: .readOnly
        case .SQLITE_PERM, .SQLITE_AUTH: .noPermission
        case .SQLITE_BUSY, .SQLITE_LOCKED: .heldLock
        default: nil
        }
    }
}
#endif
