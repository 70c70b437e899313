#if PostgreSQL
import UsecasesCPostgreSQL
import Synchronization

/// The notices that a server sends beside its answers. Only one matters: that a commit did not wait for the standby
/// servers, and may therefore be lost although it is reported as a success.
final class PostgreSQLNotices: Sendable {
    private nonisolated(unsafe) let libpq: UnsafePointer<libpq_functions>
    private let lacksReplica = Atomic(false)

    init(_ libpq: UnsafePointer<libpq_functions>) {
        self.libpq = libpq
    }

    /// Whether the notice was received since the last call.
    func takeLackOfReplica() -> Bool {
        lacksReplica.exchange(false, ordering: .relaxed)
    }

    /// The receiver must live as long as the connection.
    func listen(to connection: OpaquePointer) {
        _ = libpq.pointee.PQsetNoticeReceiver(
            connection,
            { context, notice in
                guard let context, let notice else { return }
                Unmanaged<PostgreSQLNotices>.fromOpaque(context).takeUnretainedValue().receive(notice)
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func receive(_ notice: OpaquePointer) {
        // The text may be in any language; the name of the function in the server's source is always the same.
        let function = libpq.pointee.PQresultErrorField(notice, Int32(("R" as Unicode.Scalar).value)).map {
            String(cString: $0)
        }
        let text = libpq.pointee.PQresultErrorMessage(notice).map { String(cString: $0) } ?? ""
        if function == "SyncRepWaitForLSN" || text.contains("synchronous replication") {
            lacksReplica.store(true, ordering: .relaxed)
        }
    }
}
#endif
