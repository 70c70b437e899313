#if Server
import Usecases
import UsecasesAPIClient
import UsecasesCPostgreSQL

/// The address and credentials of a PostgreSQL database. It has the form `postgres://user:password@host/database`, and
/// everything else that libpq understands. It is always printed without its secrets.
package struct PostgreSQLAddress: Sendable {
    /// The error for a malformed address. It does not contain the text, because the text may contain a password
    /// anywhere.
    package struct Invalid: Error {}

    /// The whole address. Only libpq reads it.
    let url: Secret
    /// The user, hosts, ports and database.
    package let description: String
    /// Whether the connection may send passwords and data over a network to an unauthenticated server.
    package let trustsNetwork: Bool
    /// The library that parses the address and connects to the database.
    let library: PostgreSQLLibrary
    /// The secrets in all spellings, longer ones first. A shorter one may be part of a longer one.
    private let secrets: [Secret]

    /// Parses the address. Throws ``Invalid`` for a malformed address, and ``LibraryUnavailable`` without libpq.
    package init(_ text: String) throws {
        guard let rest = Self.withoutScheme(text), !Self.hasStrayAt(rest) else { throw Invalid() }
        library = try PostgreSQLLibrary.installed.get()
        let libpq = library.functions
        guard !text.utf8.contains(0), let options = Self.parse(text, with: libpq) else { throw Invalid() }
        guard Self.arePorts(options["port"]?.value ?? "") else { throw Invalid() }
        url = Secret(text)
        description = Self.describe(options.mapValues(\.value))
        let defaults = Self.defaults(with: libpq)
        trustsNetwork = Self.trustsNetwork(defaults.merging(options) { $1 }.mapValues(\.value))
        let secret = (Array(options.values) + defaults.values).filter(\.isSecret).map(\.value)
        secrets = Self.spellings(of: secret).map { Secret($0) }
    }

    func redact(_ text: String) -> String {
        text.redacting(secrets.map { $0.reveal() })
    }

    private struct Option {
        let value: String
        /// Whether libpq marks the option as secret.
        let isSecret: Bool
    }

    private static func withoutScheme(_ text: String) -> Substring? {
        for scheme in ["postgresql://", "postgres://"] where text.hasPrefix(scheme) {
            return text.dropFirst(scheme.count)
        }
        return nil
    }

    /// Whether the address contains a stray `@`. If a password contains an `@` or a `/`, libpq interprets its rest as a
    /// host, a port or a database. It then shows the rest in messages.
    private static func hasStrayAt(_ rest: Substring) -> Bool {
        let end = rest.firstIndex { $0 == "@" || $0 == "/" }
        let place = end.map { rest[$0] == "@" ? rest[$0...].dropFirst() : rest } ?? rest
        return place.prefix { $0 != "?" }.contains("@")
    }

    private static func arePorts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { UInt16($0) != nil }
    }

    /// Returns the options, or `nil` if libpq does not understand the text.
    private static func parse(_ text: String, with libpq: UnsafePointer<libpq_functions>) -> [String: Option]? {
        guard let options = libpq.pointee.PQconninfoParse(text, nil) else { return nil }
        defer { libpq.pointee.PQconninfoFree(options) }
        return read(options)
    }

    /// Returns libpq's default options, and the options from the environment and the service file.
    private static func defaults(with libpq: UnsafePointer<libpq_functions>) -> [String: Option] {
        guard let options = libpq.pointee.PQconndefaults() else { return [:] }
        defer { libpq.pointee.PQconninfoFree(options) }
        return read(options)
    }

    private static func trustsNetwork(_ options: [String: String]) -> Bool {
        guard options["sslmode"] != "verify-full" else { return false }
        let address = options["hostaddr"] ?? ""
        return !parts(address.isEmpty ? options["host"] ?? "" : address).allSatisfy { host in
            // A socket in the file system, or an abstract one.
            host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@")
                || host == "localhost" || host == "::1" || host.wholeMatch(of: #/127(\.[0-9]{1,3}){3}/#) != nil
        }
    }

    private static func read(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: Option] {
        var read: [String: Option] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val {
                read[String(cString: keyword)] = Option(
                    value: String(cString: value),
                    isSecret: next.pointee.dispchar.map { String(cString: $0) == "*" } ?? false)
            }
            next += 1
        }
        return read
    }

    private static func describe(_ options: [String: String]) -> String {
        let user = options["user"].map { "\($0)@" } ?? ""
        let database = options["dbname"].map { "/\($0)" } ?? ""
        let (host, port) = (options["host"] ?? options["hostaddr"] ?? "", options["port"] ?? "")
        if host.contains("/") {
            return "postgres://\(user)\(database.isEmpty ? "/" : database)?host=\(host)"
                + (port.isEmpty ? "" : "&port=\(port)")
        }
        let ports = parts(port)
        let places = parts(host).enumerated().map { index, host in
            // A single port applies to all hosts.
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            let name = host.contains(":") ? "[\(host)]" : host
            return port.isEmpty ? name : "\(name):\(port)"
        }
        return "postgres://\(user)\(places.joined(separator: ","))\(database)"
    }

    private static func parts(_ list: String) -> [Substring] {
        list.split(separator: ",", omittingEmptySubsequences: false)
    }

    private static func spellings(of secrets: [String]) -> [String] {
        Set(secrets.flatMap { [$0, $0.percentEncoded, $0.percentEncoded.lowercased()] }).filter { !$0.isEmpty }
            .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }
}

extension PostgreSQLAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Performs work on a connection to the database, and repeats it on another connection if necessary. The work must be
/// repeatable even if it took effect and only its answer was lost.
struct PostgreSQLAttempts: Sendable {
    /// The maximum number of attempts. It suffices for repeatedly cut connections, but limits attempts at a server that
    /// always fails immediately.
    private static let count = 8
    /// The maximum number of attempts after a temporary conflict.
    private static let conflicts = 2

    let pool: PostgreSQLPool
    let limits: PostgreSQLDatabase.Limits
    let clock: any Clock
    let instruments: PostgreSQLInstruments

    /// Performs the work and blocks its thread until the deadline at most. Without `retriesConflicts`, it does not wait
    /// for a conflict either.
    func perform<Answer: Sendable>(
        by deadline: Duration, retryingConflicts retriesConflicts: Bool = true,
        _ work: (inout PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        let timeouts = retriesConflicts ? limits.whole : limits.part
        var conflicts = 0
        for _ in 1..<Self.count {
            let connection = try pool.connection(by: deadline)
            do throws(PostgreSQLFailure) {
                return try perform(work, on: connection, timeouts, by: deadline)
            } catch {
                let mayGoBetter =
                    switch error.kind {
                    case .lost, .unresponsive: deadline - clock.uptime > .zero
                    // The server needs enough time to report another failure.
                    case .conflict:
                        retriesConflicts && conflicts < Self.conflicts && deadline - clock.uptime > limits.statement
                    case .content, .refused, .unusable: false
                    }
                guard mayGoBetter else { throw error }
                if error.kind == .conflict { conflicts += 1 }
                instruments.countRetry()
            }
        }
        return try perform(work, on: try pool.connection(by: deadline), timeouts, by: deadline)
    }

    private func perform<Answer: Sendable>(
        _ work: (inout PostgreSQLSession) throws(PostgreSQLFailure) -> Answer, on connection: PostgreSQLConnection,
        _ timeouts: PostgreSQLTimeouts, by deadline: Duration
    ) throws(PostgreSQLFailure) -> Answer {
        do throws(PostgreSQLFailure) {
            let answer = try connection.perform(timeouts, by: deadline, work)
            pool.giveBack(connection)
            return answer
        } catch {
            switch error.kind {
            case .lost, .unresponsive: pool.drop(because: error)
            case .conflict, .content, .refused, .unusable: pool.giveBack(connection)
            }
            throw error
        }
    }
}
#endif
