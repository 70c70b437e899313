#if Server
import Synchronization

/// One of the hosts of an address. Its values override the lists of the address.
struct PostgreSQLHost: Sendable, Hashable {
    /// The parameters of libpq: `host`, `hostaddr` or both, and `port`. Empty if libpq tries all hosts of the address.
    let options: [String: String]
    /// The host and the port, such as `db1.example.org:5432`.
    let description: String
}

/// The order in which the hosts of a database are tried. The host that accepted the last connection comes first. A host
/// that swallows packets comes last, so it delays one connection and not each of them.
final class PostgreSQLHosts: Sendable {
    /// A host to try now.
    struct Attempt: Hashable {
        let host: PostgreSQLHost
        /// The maximum time for its answer, or `nil` for the duration of `connect_timeout`.
        var patience: Duration?
    }

    /// The time in which a silent host may answer again. It is short, because others are tried after it.
    private static let patience = Duration.milliseconds(500)
    /// The time after which a silent host is again given the duration of `connect_timeout`. It may be slow.
    private static let pause = Duration.seconds(10)

    private struct State {
        var used: PostgreSQLHost?
        /// When hosts were last silent for the duration of `connect_timeout`, in the time of the clock.
        var silences: [PostgreSQLHost: Duration] = [:]
    }

    private let hosts: [PostgreSQLHost]
    private let onChange: @Sendable (_ former: PostgreSQLHost?, _ new: PostgreSQLHost) -> Void
    private let state = Mutex(State())

    /// `onChange` is called with each host that is used after another one, and with the first one.
    init(
        _ hosts: [PostgreSQLHost],
        onChange: @escaping @Sendable (_ former: PostgreSQLHost?, _ new: PostgreSQLHost) -> Void = { _, _ in }
    ) {
        self.hosts = hosts
        self.onChange = onChange
    }

    /// The host that accepted the last connection, or `nil` before the first one.
    var used: PostgreSQLHost? { state.withLock(\.used) }

    /// Whether the address has one host only. Only libpq knows its network addresses.
    var isSingle: Bool { hosts.count == 1 }

    /// Returns the hosts in the order in which to try them.
    func attempts(at time: Duration) -> [Attempt] {
        state.withLock { state in
            let answering = hosts.filter { state.silences[$0] == nil }
            guard !answering.isEmpty else { return hosts.map { Attempt(host: $0) } }
            let first = answering.filter { $0 == state.used } + answering.filter { $0 != state.used }
            return first.map { Attempt(host: $0) }
                + hosts.compactMap { host in
                    state.silences[host].map {
                        Attempt(host: host, patience: time - $0 < Self.pause ? Self.patience : nil)
                    }
                }
        }
    }

    /// Notes that the host did not answer this attempt.
    func noteSilence(of attempt: Attempt, at time: Duration) {
        guard attempt.patience == nil else { return }
        state.withLock { $0.silences[attempt.host] = time }
    }

    /// Notes that the host answered, although it may have refused the connection.
    func noteAnswer(of host: PostgreSQLHost) {
        state.withLock { $0.silences[host] = nil }
    }

    /// Notes that the host accepted a connection for writing.
    func noteUse(of host: PostgreSQLHost) {
        let former = state.withLock { state in
            defer { state.used = host }
            return state.used
        }
        if former != host { onChange(former, host) }
    }
}
#endif
