#if Server
package import CalearningDomain
package import Usecases

/// A database for all registries of the service.
package protocol RegistryDatabase: Sendable {
    associatedtype Devices: DeviceRegistry
    associatedtype Accounts: AccountRegistry

    var deviceRegistry: Devices { get }
    var accountRegistry: Accounts { get }

    /// Fails all waiting and later requests, finishes the work in progress, and closes the database. Blocks its thread
    /// for at most the given time. Work that is unfinished then is left as if the process had ended. No acknowledged
    /// data is lost.
    func close(within limit: Duration) throws(ErrorWrapper)
}

/// The error for a database that a newer version of this program has migrated.
struct NewerSchema: HinderedError, CustomStringConvertible {
    let version: Int
    /// The version of the schema that this program creates.
    let known: Int

    var hindrance: Hindrance? { .newerVersion }
    var description: String { "its schema has version \(version), and this program knows \(known)" }
}
#endif
