package import CalearningDomain
package import UsecasesEngine
import UsecasesSystem

/// A device registry in `registry.json`, with the guarantees of ``DocumentFile``. It is intended for a small number of
/// devices on one machine.
package struct FileDeviceRegistry: DeviceRegistry {
    private static let member = "registrations"

    private let file: DocumentFile

    package init(directory: String, clock: any Clock) {
        file = DocumentFile(
            directory: directory,
            name: "registry.json",
            format: DocumentFormat(name: "\(Product.own.name).registry/1", ownMembers: { [Self.member] }),
            clock: clock)
    }

    package func registration(under key: InstallationKey) async throws(ErrorWrapper) -> Registration? {
        try Self.registration(under: key, in: await file.read(), at: file.path)
    }

    package func record(_ registration: Registration) async throws(ErrorWrapper) -> Registration {
        let (path, key) = (file.path, registration.key)
        if let recorded = try await self.registration(under: key) { return recorded }
        return try await file.update { document throws(ErrorWrapper) in
            if let recorded = try Self.registration(under: key, in: document, at: path) { return recorded }
            var registrations = try Self.registrations(in: document, at: path)
            registrations[key.rawValue] = .object([
                "appDeviceKbn": .integer(Int64(registration.kind.rawValue)),
                "udid": .string(registration.udid.rawValue),
            ])
            document[Self.member] = .object(registrations)
            return registration
        }
    }

    package func check() async throws(ErrorWrapper) {
        let path = file.path
        try await file.rewrite { document throws(ErrorWrapper) in _ = try Self.registrations(in: document, at: path) }
    }

    private static func registration(
        under key: InstallationKey, in document: [String: JSON], at path: String
    ) throws(ErrorWrapper) -> Registration? {
        guard let member = try registrations(in: document, at: path)[key.rawValue] else { return nil }
        guard case .object(let members) = member,
            case .integer(let number) = members["appDeviceKbn"], let kind = DeviceKind(rawValue: Int(number)),
            case .string(let text) = members["udid"], let udid = UDID(text)
        else { throw damaged(at: path, member: "\(Self.member).\(key.rawValue)", expected: "registration") }
        return Registration(key: key, kind: kind, udid: udid)
    }

    private static func registrations(
        in document: [String: JSON], at path: String
    ) throws(ErrorWrapper) -> [String: JSON] {
        switch document[member] {
        case nil: return [:]
        case .object(let registrations): return registrations
        case .some: throw damaged(at: path, member: member, expected: "object")
        }
    }

    private static func damaged(at path: String, member: String, expected: String) -> ErrorWrapper {
        .system(
            error: .dataStore(.damaged(location: path, content: .state)),
            causedBy: DocumentError.wrongType(member: member, expected: expected))
    }
}

extension FileDeviceRegistry: TimeBounded {
    /// Returns the maximum duration of the operation. Reading needs no lock.
    package func longest(_ operation: OperationName) -> Duration? {
        operation == Port<any DeviceRegistry>.registration ? .zero : FileLock.timeout
    }
}
