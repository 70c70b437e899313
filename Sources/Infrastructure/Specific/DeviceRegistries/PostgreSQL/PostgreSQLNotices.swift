#if PostgreSQL
import CPostgreSQL
import Synchronization

/// What a server remarks beside its answers, of which one remark matters: that a commit did not wait for the standby
/// servers, and so may be lost although it is reported as a success.
final class PostgreSQLNotices: Sendable {
    private let lacksReplica = Atomic(false)

    /// Whether it was remarked since this was asked last.
    func takeLackOfReplica() -> Bool {
        lacksReplica.exchange(false, ordering: .relaxed)
    }

    /// It must live as long as the connection.
    func listen(to connection: OpaquePointer) {
        PQsetNoticeReceiver(
            connection,
            { context, notice in
                guard let context, let notice else { return }
                Unmanaged<PostgreSQLNotices>.fromOpaque(context).takeUnretainedValue().receive(notice)
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func receive(_ notice: OpaquePointer) {
        // The text may be in any language; the function in the server's source that says so has one name.
        let function = PQresultErrorField(notice, Int32(("R" as Unicode.Scalar).value)).map { String(cString: $0) }
        let text = PQresultErrorMessage(notice).map { String(cString: $0) } ?? ""
        if function == "SyncRepWaitForLSN" || text.contains("synchronous replication") {
            lacksReplica.store(true, ordering: .relaxed)
        }
    }
}
#endif
