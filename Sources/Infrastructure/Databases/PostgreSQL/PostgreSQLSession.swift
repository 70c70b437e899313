#if Server
import CalearningDomain
import Foundation
import UsecasesEngine
import UsecasesCPostgreSQL
import UsecasesSystem

/// A session with a server. It blocks its thread, but never beyond a deadline, because a server that vanished silently
/// would block it forever. The compiler ensures that it belongs to one thread at a time, because it is not `Sendable`.
///
/// libpq sends with `MSG_NOSIGNAL`, so no signal ends the program if the server has closed the connection.
final class PostgreSQLSession {
    /// The time until which the server must have answered the following statements.
    var deadline = Duration.zero
    private let libpq: UnsafePointer<libpq_functions>
    private let connection: OpaquePointer
    private let notices: PostgreSQLNotices
    private let address: PostgreSQLAddress
    /// The host that this session is connected to.
    let host: PostgreSQLHost
    private let clock: any Clock
    private var timeouts: PostgreSQLTimeouts?

    private init(
        _ connection: OpaquePointer, address: PostgreSQLAddress, host: PostgreSQLHost, clock: any Clock
    ) {
        self.connection = connection
        self.address = address
        self.host = host
        self.clock = clock
        libpq = address.library.functions
        notices = PostgreSQLNotices(libpq)
    }

    deinit {
        libpq.pointee.PQfinish(connection)
    }

    /// Opens a session. Tries the hosts in their order, and each of their addresses for the duration of
    /// `connect_timeout`.
    static func open(
        _ address: PostgreSQLAddress, hosts: PostgreSQLHosts, clock: any Clock
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        var messages: [String] = []
        for attempt in hosts.attempts(at: clock.uptime) {
            let host = attempt.host
            let session = try open(address, at: host, clock: clock)
            if !session.isSettled(within: attempt.patience) {
                if hosts.isSingle {
                    session.libpq.pointee.PQreset(session.connection)
                } else {
                    hosts.noteSilence(of: attempt, at: clock.uptime)
                    messages.append("\(host.description) did not answer in time")
                    continue
                }
            }
            hosts.noteAnswer(of: host)
            if session.isUsable { return session }
            messages.append(session.loss().message)
        }
        throw PostgreSQLFailure(.lost, messages.joined(separator: "; "))
    }

    /// Opens a session with the host of the other one. It may take this time for its statements.
    static func open(
        beside other: PostgreSQLSession, limit: Duration
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        let session = try open(other.address, at: other.host, clock: other.clock)
        guard session.isSettled(), session.isUsable else { throw session.loss() }
        session.deadline = min(other.deadline, other.clock.uptime + limit)
        return session
    }

    private static func open(
        _ address: PostgreSQLAddress, at host: PostgreSQLHost, clock: any Clock
    ) throws(PostgreSQLFailure) -> PostgreSQLSession {
        guard let connection = start(address, at: host, with: address.library.functions) else {
            throw PostgreSQLFailure(.lost, "out of memory")
        }
        let session = PostgreSQLSession(connection, address: address, host: host, clock: clock)
        // The receiver is set before any notice can arrive. Without it, libpq writes notices to standard error.
        session.notices.listen(to: connection)
        return session
    }

    private var isUsable: Bool {
        libpq.pointee.PQstatus(connection) == CONNECTION_OK && libpq.pointee.PQsetnonblocking(connection, 1) == 0
    }

    /// The server's process that was announced when the connection was opened.
    var announcedProcess: Int32 { libpq.pointee.PQbackendPID(connection) }

    /// Returns whether a notification arrives while the session has no transaction.
    func receivesNotification(within limit: Duration) throws(PostgreSQLFailure) -> Bool {
        let end = min(deadline, clock.uptime + limit)
        while true {
            if let notification = libpq.pointee.PQnotifies(connection) {
                libpq.pointee.PQfreemem(notification)
                return true
            }
            guard clock.uptime < end else { return false }
            do throws(PostgreSQLFailure) {
                _ = try wait(for: POLLIN, by: end)
            } catch  where error.kind == .unresponsive {
                return false
            }
            if libpq.pointee.PQconsumeInput(connection) == 0 { throw loss() }
        }
    }

    /// Returns the server's warnings since the start of the connection.
    func takeWarnings() -> [String] { notices.takeWarnings().map(address.redact) }

    /// The version of the server, such as 150004 for 15.4.
    var serverVersion: Int { Int(libpq.pointee.PQserverVersion(connection)) }

    /// Runs statements and returns the result of the last one. They form one transaction unless they contain
    /// transaction commands.
    func run(_ sql: String) throws(PostgreSQLFailure) -> PostgreSQLResult {
        // Only a query without parameters can contain several statements. The results are in text format.
        guard libpq.pointee.PQsendQuery(connection, sql) == 1 else { throw loss() }
        return try answer()
    }

    /// Runs a prepared statement as a transaction and returns its result.
    func run(
        prepared name: String, _ parameters: PostgreSQLParameters
    ) throws(PostgreSQLFailure) -> PostgreSQLResult {
        let isSent = parameters.withPointers { values, lengths, formats in
            libpq.pointee.PQsendQueryPrepared(connection, name, Int32(values.count), values, lengths, formats, 1) == 1
        }
        guard isSent else { throw loss() }
        return try answer()
    }

    /// Runs a statement with parameters as a transaction and returns its result.
    func run(_ sql: String, _ parameters: PostgreSQLParameters) throws(PostgreSQLFailure) -> PostgreSQLResult {
        let isSent = parameters.withPointers { values, lengths, formats in
            libpq.pointee.PQsendQueryParams(connection, sql, Int32(values.count), nil, values, lengths, formats, 1) == 1
        }
        guard isSent else { throw loss() }
        return try answer()
    }

    /// Sets the timeouts of the following statements.
    func wait(as timeouts: PostgreSQLTimeouts) throws(PostgreSQLFailure) {
        guard self.timeouts != timeouts else { return }
        _ = try run("SELECT \(timeouts.calls)")
        self.timeouts = timeouts
    }

    private func answer() throws(PostgreSQLFailure) -> PostgreSQLResult {
        try flush()
        var last: PostgreSQLResult?
        var failure: PostgreSQLFailure?
        // The loop ends when the server is ready for the next statement. The commit has then finished.
        while let result = try nextResult() {
            switch result.status {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: last = result
            case _: failure = failure ?? result.failure(address.redact)
            }
        }
        if libpq.pointee.PQstatus(connection) != CONNECTION_OK { throw loss(failure) }
        if notices.takeLackOfReplica() {
            throw PostgreSQLFailure(.lost, "the server gave up waiting for its standby servers")
        }
        if let failure { throw failure }
        guard let last else { throw PostgreSQLFailure(.lost, "the server answered nothing") }
        return last
    }

    private func flush() throws(PostgreSQLFailure) {
        while true {
            let rest = libpq.pointee.PQflush(connection)
            if rest == 0 { return }
            guard rest == 1 else { throw loss() }
            // The server may read again only after this session has read its data.
            let events = try wait(for: POLLIN | POLLOUT, by: deadline)
            if events & POLLIN != 0, libpq.pointee.PQconsumeInput(connection) == 0 { throw loss() }
        }
    }

    private func nextResult() throws(PostgreSQLFailure) -> PostgreSQLResult? {
        while libpq.pointee.PQisBusy(connection) == 1 {
            _ = try wait(for: POLLIN, by: deadline)
            if libpq.pointee.PQconsumeInput(connection) == 0 { throw loss() }
        }
        guard let result = libpq.pointee.PQgetResult(connection) else { return nil }
        return PostgreSQLResult(result, libpq)
    }

    private func wait(for events: Int32, by deadline: Duration) throws(PostgreSQLFailure) -> Int32 {
        var descriptor = pollfd(fd: libpq.pointee.PQsocket(connection), events: Int16(events), revents: 0)
        while true {
            let rest = deadline - clock.uptime
            guard rest > .zero else { throw PostgreSQLFailure(.unresponsive, "the server did not answer in time") }
            let count = poll(&descriptor, 1, Int32(clamping: (rest + .milliseconds(1)).milliseconds))
            if count > 0 { return Int32(descriptor.revents) }
            if count < 0, errno != EINTR { throw PostgreSQLFailure(.lost, PosixError("poll", "").description) }
        }
    }

    /// Waits until the connection is established or has failed. Returns `false` if an address does not answer. Only a
    /// reset of the connection lets libpq move on to the next address.
    private func isSettled(within patience: Duration? = nil) -> Bool {
        let timeout = patience ?? connectTimeout
        var (status, place) = (PGRES_POLLING_WRITING, "")
        var deadline = Duration.zero
        while libpq.pointee.PQstatus(connection) != CONNECTION_BAD {
            let next = libpq.pointee.PQhostaddr(connection).map { String(cString: $0) } ?? ""
            if place != next || deadline == .zero { (place, deadline) = (next, clock.uptime + timeout) }
            switch status {
            case PGRES_POLLING_OK, PGRES_POLLING_FAILED: return true
            case _:
                let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
                guard (try? wait(for: Int32(events), by: deadline)) != nil else { return false }
            }
            status = libpq.pointee.PQconnectPoll(connection)
        }
        return true
    }

    /// The duration of `connect_timeout` as libpq interprets it.
    private var connectTimeout: Duration {
        guard let options = libpq.pointee.PQconninfo(connection) else { return .seconds(2) }
        defer { libpq.pointee.PQconninfoFree(options) }
        var next = options
        while let keyword = next.pointee.keyword {
            if String(cString: keyword) == "connect_timeout", let value = next.pointee.val,
                let seconds = Int32(String(cString: value))
            {
                return seconds > 0 ? .seconds(max(2, seconds)) : .seconds(3600)
            }
            next += 1
        }
        return .seconds(2)
    }

    /// Returns the failure of a connection that is no longer usable.
    private func loss(_ said: PostgreSQLFailure? = nil) -> PostgreSQLFailure {
        if let said { return PostgreSQLFailure(.lost, sqlState: said.sqlState, said.message) }
        let message = libpq.pointee.PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        return PostgreSQLFailure(.lost, address.redact(message.oneLine))
    }

    /// Starts a connection. The address overrides the options before it. The options after it override the address.
    private static func start(
        _ address: PostgreSQLAddress, at host: PostgreSQLHost, with libpq: UnsafePointer<libpq_functions>
    ) -> OpaquePointer? {
        let options =
            [
                ("fallback_application_name", Product.own.name),
                // In seconds, for each address of each host. libpq treats 1 as 2.
                ("connect_timeout", "2"),
                // Chooses the host that is not a standby.
                ("target_session_attrs", "read-write"),
                // A server that vanished is detected after 20 seconds at most. The timeout for unacknowledged data is in
                // milliseconds.
                ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
                ("tcp_user_timeout", "10000"),
                ("client_encoding", "UTF8"),
                ("dbname", address.url.reveal()),
            ] + host.options.map { ($0, $1) }
        let texts = options.map { (strdup($0), strdup($1)) }
        defer {
            for (keyword, value) in texts {
                free(keyword)
                free(value)
            }
        }
        let keywords = texts.map { UnsafePointer<CChar>($0.0) } + [nil]
        let values = texts.map { UnsafePointer<CChar>($0.1) } + [nil]
        return libpq.pointee.PQconnectStartParams(keywords, values, 1)
    }
}

extension PostgreSQLSession {
    /// Runs several statements as one transaction. On return, it is on disk, on the server and on its configured
    /// standby servers. The same applies to all data that was visible to it.
    ///
    /// If the connection is lost during the commit, the outcome is unknown.
    func transaction<Answer>(_ work: () throws(PostgreSQLFailure) -> Answer) throws(PostgreSQLFailure) -> Answer {
        _ = try run("BEGIN")
        return try rollingBack { () throws(PostgreSQLFailure) in
            let answer = try work()
            _ = try run("EXECUTE confirm; COMMIT")
            return answer
        }
    }

    /// Ends the transaction if the work fails. The server ends it with a lost connection.
    func rollingBack<Answer>(_ work: () throws(PostgreSQLFailure) -> Answer) throws(PostgreSQLFailure) -> Answer {
        do throws(PostgreSQLFailure) {
            return try work()
        } catch {
            if !error.isOfConnection { _ = try run("ROLLBACK") }
            throw error
        }
    }
}
#endif
