#if Server
import CalearningDomain

/// An account that is recorded already, and the key of the request that recorded it.
struct RecordedAccount: Sendable {
    let account: StoredAccount
    let key: InstallationKey?
}

extension AccountRecord {
    /// What becomes of a new account despite others that have its key or its name; `nil` if none of them does.
    init?(of account: StoredAccount, under key: InstallationKey?, despite others: [RecordedAccount]) {
        if let known = others.first(where: { $0.key != nil && $0.key == key }) {
            self = .known(known.account)
        } else if others.contains(where: { $0.account.account.name == account.account.name }) {
            self = .nameTaken
        } else {
            return nil
        }
    }
}
#endif
