#if Server
import Usecases

/// A newer version of this program has migrated the database.
struct NewerSchema: HinderedError, CustomStringConvertible {
    let version: Int
    /// The version of the schema that this program creates.
    let known: Int

    var hindrance: Hindrance? { .newerVersion }
    var description: String { "its schema has version \(version), and this program knows \(known)" }
}
#endif
