#if Server
package import UsecasesEngine
import UsecasesCPostgreSQL

/// The address and credentials of a PostgreSQL database. It has the form `postgres://user:password@host/database`, and
/// everything else that libpq understands. It is always printed without its secrets.
package struct PostgreSQLAddress: Sendable {
    /// The error for a malformed address. It does not contain the text, because the text may contain a password
    /// anywhere.
    package struct Invalid: Error {
        /// The parameter at fault, or `nil` if the text is not an address.
        package var problem: Sentence?
    }

    /// The whole address. Only libpq reads it.
    let url: Secret
    /// The user, hosts, ports and database.
    package let description: String
    /// Whether the connection may send passwords and data over a network to an unauthenticated server.
    package let trustsNetwork: Bool
    /// The hosts in the order of the address, at least one.
    let hosts: [PostgreSQLHost]
    /// The library that parses the address and connects to the database.
    let library: PostgreSQLLibrary
    /// The secrets in all spellings, longer ones first. A shorter one may be part of a longer one.
    private let secrets: [Secret]

    /// Parses the address. Throws ``Invalid`` for a malformed address, and ``LibraryUnavailable`` without libpq.
    package init(_ text: String) throws {
        guard let rest = Self.withoutScheme(text), !Self.hasStrayAt(rest) else { throw Invalid() }
        library = try PostgreSQLLibrary.installed.get()
        let libpq = library.functions
        let (defaults, keywords) = Self.defaults(with: libpq)
        guard !text.utf8.contains(0), let options = Self.parse(text, with: libpq) else {
            throw Invalid(problem: Self.unknownParameter(of: rest, besides: keywords))
        }
        guard Self.arePorts(options["port"]?.value ?? "") else { throw Invalid() }
        url = Secret(text)
        description = Self.describe(options.mapValues(\.value))
        let all = defaults.merging(options) { $1 }.mapValues(\.value)
        if let problem = Self.problem(of: all) { throw Invalid(problem: problem) }
        hosts = Self.hosts(of: all)
        trustsNetwork = Self.trustsNetwork(all)
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
        withoutCredentials(rest).prefix { $0 != "?" }.contains("@")
    }

    private static func withoutCredentials(_ rest: Substring) -> Substring {
        let end = rest.firstIndex { $0 == "@" || $0 == "/" }
        return end.map { rest[$0] == "@" ? rest[$0...].dropFirst() : rest } ?? rest
    }

    /// Returns the parameter that libpq does not know, or `nil`. Next to a password, a name may be a part of it.
    private static func unknownParameter(of rest: Substring, besides known: Set<String>) -> Sentence? {
        let parameters = withoutCredentials(rest).drop { $0 != "?" }.dropFirst().split(separator: "&")
        let names = parameters.map { String($0.prefix { $0 != "=" }) }
        guard !names.contains(where: { $0.contains("password") }),
            let name = names.first(where: { !known.contains($0) && $0.wholeMatch(of: #/[A-Za-z_]+/#) != nil })
        else { return nil }
        return Sentence(
            en: "its parameter '\(name)' is unknown to libpq: leave it out", ja: "libpqに「\(name)」というパラメータはありません")
    }

    /// The values of parameters that libpq checks only when it connects.
    private static let values = [
        "sslmode": ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
        "target_session_attrs": ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"],
        "channel_binding": ["disable", "prefer", "require"], "gssencmode": ["disable", "prefer", "require"],
        "load_balance_hosts": ["disable", "random"], "sslnegotiation": ["postgres", "direct"],
        "sslcertmode": ["disable", "allow", "require"],
    ]
    private static let integers = [
        "connect_timeout", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout",
    ]

    /// Returns the problem with the value of a parameter, or `nil`.
    private static func problem(of options: [String: String]) -> Sentence? {
        let wrong = values.first { name, values in options[name].map { values.contains($0) } == false }
        if let (name, values) = wrong {
            let list = values.joined(separator: ", ")
            return Sentence(en: "\(name) must be one of \(list)", ja: "\(name)は次のいずれかにしてください: \(list)")
        }
        return integers.first { options[$0].map { Int32($0) == nil } == true }.map {
            Sentence(en: "\($0) must be a whole number", ja: "\($0)は整数にしてください")
        }
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

    /// Returns libpq's default options, and the options from the environment and the service file. Also returns the
    /// names of all options, and the alias of one.
    private static func defaults(
        with libpq: UnsafePointer<libpq_functions>
    ) -> (options: [String: Option], keywords: Set<String>) {
        guard let options = libpq.pointee.PQconndefaults() else { return ([:], []) }
        defer { libpq.pointee.PQconninfoFree(options) }
        var keywords: Set = ["ssl"]
        var next = options
        while let keyword = next.pointee.keyword {
            keywords.insert(String(cString: keyword))
            next += 1
        }
        return (read(options), keywords)
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

    /// Returns the hosts that libpq would try one after the other.
    private static func hosts(of options: [String: String]) -> [PostgreSQLHost] {
        let places = ["host", "hostaddr"].filter { options[$0]?.isEmpty == false }.map {
            ($0, parts(options[$0] ?? ""))
        }
        let count = places.map(\.1.count).max() ?? 1
        let ports = parts(options["port"] ?? "").map { $0.isEmpty ? "5432" : String($0) }
        // libpq reports lists of different lengths, and gives an empty host its own meaning.
        guard count > 1, places.allSatisfy({ $0.1.count == count && !$0.1.contains("") }),
            [1, count].contains(ports.count)
        else { return [PostgreSQLHost(options: [:], description: place(of: options))] }
        return (0..<count).map { number in
            var options = Dictionary(uniqueKeysWithValues: places.map { ($0, String($1[number])) })
            options["port"] = ports[ports.count == 1 ? 0 : number]
            return PostgreSQLHost(options: options, description: place(of: options))
        }
    }

    private static func place(of options: [String: String]) -> String {
        let host = options["host"] ?? options["hostaddr"] ?? "localhost"
        return "\(host.contains(":") ? "[\(host)]" : host):\(options["port"] ?? "5432")"
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

    let pool: PostgreSQLPool<PostgreSQLConnection>
    let limits: PostgreSQLDatabase.Limits
    let clock: any Clock
    let instruments: PostgreSQLInstruments

    /// Performs the work and blocks its thread for the duration of a batch at most.
    func perform<Answer: Sendable>(
        _ work: (PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        try perform(by: clock.uptime + limits.batch, work)
    }

    /// Performs the work and blocks its thread until the deadline at most. Without `retriesConflicts`, it does not wait
    /// for a conflict either.
    func perform<Answer: Sendable>(
        by deadline: Duration, retryingConflicts retriesConflicts: Bool = true,
        _ work: (PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
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
                    case .content, .refused, .unusable, .pooled: false
                    }
                guard mayGoBetter else { throw error }
                if error.kind == .conflict { conflicts += 1 }
                instruments.countRetry()
            }
        }
        return try perform(work, on: try pool.connection(by: deadline), timeouts, by: deadline)
    }

    private func perform<Answer: Sendable>(
        _ work: (PostgreSQLSession) throws(PostgreSQLFailure) -> Answer, on connection: PostgreSQLConnection,
        _ timeouts: PostgreSQLTimeouts, by deadline: Duration
    ) throws(PostgreSQLFailure) -> Answer {
        do throws(PostgreSQLFailure) {
            let answer = try connection.perform(timeouts, by: deadline, work)
            pool.giveBack(connection)
            return answer
        } catch {
            if error.isOfConnection { pool.drop(because: error) } else { pool.giveBack(connection) }
            throw error
        }
    }
}
#endif
