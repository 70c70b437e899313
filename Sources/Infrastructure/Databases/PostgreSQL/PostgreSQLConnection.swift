#if Server
import CalearningDomain
import Synchronization
import UsecasesEngine
package import UsecasesCPostgreSQL
package import UsecasesSystem

/// A session with the settings of the registries. Its lock allows moving it between threads. No thread ever waits for
/// the lock.
final class PostgreSQLConnection: PooledConnection {
    let warnings: [String]
    let migration: SchemaMigration
    private let session: Mutex<PostgreSQLSession>

    private init(
        _ session: consuming sending PostgreSQLSession, warnings: [String], migration: SchemaMigration
    ) {
        self.session = Mutex(session)
        self.warnings = warnings
        self.migration = migration
    }

    /// Opens a connection. Blocks its thread until the server is ready and the tables exist.
    static func open(
        _ address: PostgreSQLAddress, hosts: PostgreSQLHosts, limits: PostgreSQLDatabase.Limits, clock: any Clock
    ) throws(PostgreSQLFailure) -> PostgreSQLConnection {
        let session = try PostgreSQLSession.open(address, hosts: hosts, clock: clock)
        guard session.serverVersion >= 12_00_00 else {
            throw PostgreSQLFailure(
                .unusable, "the server is PostgreSQL \(session.serverVersion / 10000), and this program needs 12")
        }
        session.deadline = clock.uptime + limits.batch
        try session.requireSession()
        let warnings =
            session.takeWarnings().map { "the database server warns: \($0)" } + (try session.configure(limits))
        session.deadline = clock.uptime + limits.migration
        let migration = try PostgreSQLSchema.prepare(session)
        session.deadline = clock.uptime + limits.batch
        try session.prepareStatements()
        session.deadline = clock.uptime + limits.replication
        try session.waitForReplicas()
        hosts.noteUse(of: session.host)
        return PostgreSQLConnection(session, warnings: warnings, migration: migration)
    }

    /// Performs work on the session.
    func perform<Answer: Sendable>(
        _ timeouts: PostgreSQLTimeouts, by deadline: Duration,
        _ work: (PostgreSQLSession) throws(PostgreSQLFailure) -> Answer
    ) throws(PostgreSQLFailure) -> Answer {
        try session.withLock { (session) throws(PostgreSQLFailure) in
            session.deadline = deadline
            try session.wait(as: timeouts)
            return try work(session)
        }
    }
}

/// The libpq library. It is loaded on first use, and kept until the process ends.
package struct PostgreSQLLibrary: Sendable {
    /// The library names that distributions use, and the paths of Homebrew.
    private static let names = [
        "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
        "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]

    /// The installed library.
    package static let installed = Result { () throws(LibraryUnavailable) in try PostgreSQLLibrary(names: names) }

    package nonisolated(unsafe) let functions: UnsafePointer<libpq_functions>

    init(names: [String]) throws(LibraryUnavailable) {
        functions = try SharedLibrary.load(
            names, libpq_functions(), older: "libpq < 12", find: libpq_find_functions
        ).functions
    }
}

/// The parameters of a statement, in one buffer. Values and arrays have PostgreSQL's binary format, so nothing needs
/// escaping.
struct PostgreSQLParameters: Sendable {
    private var bytes: [UInt8] = []
    /// The offset of each parameter, or `nil` for NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    init(_ values: [SQLValue] = []) {
        for value in values {
            switch value {
            case .text(let text): append(text?.utf8)
            case .integer(let number?): append { $0.append(bigEndian: number) }
            case .integer(nil): append(nil as [UInt8]?)
            case .bytes(let bytes): append(bytes)
            }
        }
    }

    /// Appends a `text[]`.
    mutating func append(texts: some Collection<String>) {
        append(array: texts, type: 25) { bytes, text in
            bytes.append(bigEndian: UInt32(text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        }
    }

    /// Appends a `smallint[]`.
    mutating func append(smallIntegers: some Collection<Int16>) {
        append(array: smallIntegers, type: 21) { bytes, number in
            bytes.append(bigEndian: 2 as UInt32)
            bytes.append(bigEndian: number)
        }
    }

    /// Appends a `bigint[]`.
    mutating func append(bigIntegers: some Collection<Int64>) {
        append(array: bigIntegers, type: 20) { bytes, number in
            bytes.append(bigEndian: 8 as UInt32)
            bytes.append(bigEndian: number)
        }
    }

    /// Appends a `bytea[]`.
    mutating func append(byteStrings: some Collection<[UInt8]>) {
        append(array: byteStrings, type: 17) { bytes, string in
            bytes.append(bigEndian: UInt32(string.count))
            bytes.append(contentsOf: string)
        }
    }

    /// Calls the body with the parameters in libpq's form. The pointers are valid only during the call.
    func withPointers<Result>(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result) -> Result {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
            let binary = [Int32](repeating: 1, count: offsets.count)
            let pointers = offsets.map { offset in offset.flatMap { offset in start.map { $0 + offset } } }
            return body(pointers, lengths, binary)
        }
    }

    /// Appends an array in the format of `array_recv` in the server's source. It begins with the number of dimensions,
    /// whether it contains NULLs, and the type of the elements. Then come the length and the lower bound of its only
    /// dimension, and the length and the bytes of each element.
    private mutating func append<Elements: Collection>(
        array: Elements, type: UInt32, _ element: (inout [UInt8], Elements.Element) -> Void
    ) {
        append { bytes in
            for number in array.isEmpty ? [0, 0, type] : [1, 0, type, UInt32(array.count), 1] {
                bytes.append(bigEndian: number)
            }
            for value in array { element(&bytes, value) }
        }
    }

    private mutating func append(_ value: (some Sequence<UInt8>)?) {
        guard let value else {
            offsets.append(nil)
            return lengths.append(0)
        }
        append { $0.append(contentsOf: value) }
    }

    private mutating func append(_ value: (inout [UInt8]) -> Void) {
        let start = bytes.count
        value(&bytes)
        offsets.append(start)
        lengths.append(Int32(bytes.count - start))
    }
}

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}

/// A receiver of the server's notices. One notice always matters. It reports that a commit did not wait for the standby
/// servers, and may be lost although the server reported success. The others matter when a connection is opened. They
/// report, for example, that the system sorts texts in another order than before.
final class PostgreSQLNotices: Sendable {
    private nonisolated(unsafe) let libpq: UnsafePointer<libpq_functions>
    private let lacksReplica = Atomic(false)
    private let warnings = Mutex<[String]?>([])

    init(_ libpq: UnsafePointer<libpq_functions>) {
        self.libpq = libpq
    }

    /// Returns whether the notice was received since the last call.
    func takeLackOfReplica() -> Bool {
        lacksReplica.exchange(false, ordering: .relaxed)
    }

    /// Returns the warnings so far. Later ones are ignored.
    func takeWarnings() -> [String] {
        warnings.withLock { warnings in
            defer { warnings = nil }
            return warnings ?? []
        }
    }

    /// Registers the receiver. It must live as long as the connection.
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
        // The text may be in any language, but the name of the function in the server's source never changes.
        let function = field(notice, "R")
        let text = libpq.pointee.PQresultErrorMessage(notice).map { String(cString: $0) } ?? ""
        if function == "SyncRepWaitForLSN" || text.contains("synchronous replication") {
            lacksReplica.store(true, ordering: .relaxed)
        } else if field(notice, "V") == "WARNING", let text = field(notice, "M") {
            warnings.withLock { $0?.append(text) }
        }
    }

    private func field(_ notice: OpaquePointer, _ code: Unicode.Scalar) -> String? {
        libpq.pointee.PQresultErrorField(notice, Int32(code.value)).map { String(cString: $0) }
    }
}
#endif
