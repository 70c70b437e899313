#if Server
package import CalearningDomain
package import UsecasesEngine

/// The device registry in a database. Recorded registrations are as durable as the database.
extension RegistryDatabase {
    package func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        try await answer(to: .find(key))
    }

    package func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        guard let recorded = try await answer(to: .record(registration)) else {
            throw .system(
                error: .dataStore(.unwritable(location: "the registrations", content: .database)),
                causedBy: NothingRecorded())
        }
        return recorded
    }

    package func check() async throws(ErrorWrapper) {
        _ = try await answer(to: .check)
    }
}

/// A database that skipped the row without an error, such as by a trigger.
private struct NothingRecorded: Error, CustomStringConvertible {
    var description: String { "the database recorded nothing, and reported no error" }
}

/// An operation on a device registry as a value. Many operations are sent to the database together.
package enum RegistryOperation: Sendable, Hashable {
    case find(InstallationKey)
    case record(Registration)
    /// Checks whether the registry can record data.
    case check

    /// Whether the operation writes data.
    var writes: Bool {
        switch self {
        case .record, .check: true
        case .find: false
        }
    }

    /// The operation without its write.
    var lookUp: RegistryOperation {
        if case .record(let registration) = self { .find(registration.key) } else { self }
    }
}
#endif
