#if Server
import CoreMetrics
import CalearningDomain
import Usecases

/// A queue of account requests to a PostgreSQL database. Each kind of request uses only a few of its connections, so
/// registrations never wait for long.
///
/// Look-ups do not wait for standby servers. They may find data that was not acknowledged yet, such as a new session.
/// This is safe because each change waits for all data that it has seen, and only changes are acknowledged.
struct AccountQueue: Sendable {
    private struct Use: Sendable {
        let digest: [UInt8]
        let time: Timestamp
    }

    private let checks: Batches<[UInt8], LoggedIn?>
    private let uses: Batches<Use, Void>
    private let others: Batches<PostgreSQLRequest<any Sendable>, any Sendable>

    init(attempts: PostgreSQLAttempts, address: PostgreSQLAddress, metrics: any MetricsFactory) {
        let (limits, clock) = (attempts.limits, attempts.clock)
        checks = Batches(limits: .few(of: limits), clock: clock, metrics: metrics) { digests throws(ErrorWrapper) in
            try Self.result(writes: false, address) { () throws(PostgreSQLFailure) in
                let deadline = clock.uptime + limits.batch
                return try attempts.perform(by: deadline) { (session) throws(PostgreSQLFailure) in
                    try session.sessions(under: digests, by: deadline)
                }
            }.get().map { $0.mapError { $0.wrapped(writes: false, address) } }
        }
        uses = Batches(limits: .few(of: limits), clock: clock, metrics: metrics) { uses throws(ErrorWrapper) in
            try Self.result(writes: true, address) { () throws(PostgreSQLFailure) in
                let deadline = clock.uptime + limits.batch
                return try attempts.perform(by: deadline) { (session) throws(PostgreSQLFailure) in
                    _ = try session.run(
                        .noteUses,
                        .byteStrings(uses.map(\.digest)), .bigIntegers(uses.map(\.time.milliseconds)), by: deadline)
                }
            }.get()
            return uses.map { _ in .success(()) }
        }
        var single = Batches<PostgreSQLRequest<any Sendable>, any Sendable>.Limits.few(of: limits)
        // Each request is a separate transaction and may use the whole time of a batch.
        single.size = 1
        others = Batches(limits: single, clock: clock, metrics: metrics) { requests throws(ErrorWrapper) in
            requests.map { request in
                Self.result(writes: request.writes, address) { () throws(PostgreSQLFailure) in
                    try request.perform(attempts, clock.uptime + limits.batch)
                }
            }
        }
    }

    func session(under digest: TokenDigest) async throws(ErrorWrapper) -> LoggedIn? {
        try await checks.answer(to: digest.bytes)
    }

    /// Records a use of the session. Does nothing if the session has ended.
    func noteUse(of digest: TokenDigest, at now: Timestamp) async throws(ErrorWrapper) {
        try await uses.answer(to: Use(digest: digest.bytes, time: now))
    }

    func answer<Answer>(to request: PostgreSQLRequest<Answer>) async throws(ErrorWrapper) -> Answer {
        guard let answer = try await others.answer(to: request.erased) as? ErasedAnswer<Answer> else {
            preconditionFailure("the answer to a request has the type of the request")
        }
        return answer.value
    }

    func close() {
        checks.close()
        uses.close()
        others.close()
    }

    private static func result<Answer>(
        writes: Bool, _ address: PostgreSQLAddress, _ work: () throws(PostgreSQLFailure) -> Answer
    ) -> Result<Answer, ErrorWrapper> {
        do throws(PostgreSQLFailure) {
            return .success(try work())
        } catch {
            return .failure((error.isOfRow ? error.alone : error).wrapped(writes: writes, address))
        }
    }
}

extension Batches.Limits {
    /// Returns the limits for one of several kinds of requests that share the connections.
    fileprivate static func few(of limits: PostgreSQLDatabase.Limits) -> Self {
        Self(lanes: max(1, limits.connections / 4))
    }
}
#endif
