#if Server
package import CalearningDomain
package import Usecases

/// A database in which the service keeps everything that it registers.
package protocol RegistryDatabase: Sendable {
    associatedtype Devices: DeviceRegistry
    associatedtype Accounts: AccountRegistry

    var deviceRegistry: Devices { get }
    var accountRegistry: Accounts { get }

    /// Fails all waiting and later requests, finishes the work that the database has in progress, and closes it. Blocks
    /// its thread, but at most for the given time: unfinished work is then left as at the end of the process, and
    /// nothing that was acknowledged is lost.
    func close(within limit: Duration) throws(ErrorWrapper)
}

/// A newer version of this program has migrated the database.
struct NewerSchema: HinderedError, CustomStringConvertible {
    let version: Int
    /// The version of the schema that this program creates.
    let known: Int

    var hindrance: Hindrance? { .newerVersion }
    var description: String { "its schema has version \(version), and this program knows \(known)" }
}
#endif
