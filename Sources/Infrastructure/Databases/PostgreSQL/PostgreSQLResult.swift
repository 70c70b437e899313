#if Server
import UsecasesCPostgreSQL

/// The rows returned by a statement, in PostgreSQL's binary format.
final class PostgreSQLResult: SQLRows {
    private let result: OpaquePointer
    private let libpq: UnsafePointer<libpq_functions>

    /// Creates a result that takes ownership of the pointer.
    init(_ result: OpaquePointer, _ libpq: UnsafePointer<libpq_functions>) {
        self.result = result
        self.libpq = libpq
    }

    deinit {
        libpq.pointee.PQclear(result)
    }

    var status: ExecStatusType { libpq.pointee.PQresultStatus(result) }

    var rowCount: Int { Int(libpq.pointee.PQntuples(result)) }
    var columnCount: Int { Int(libpq.pointee.PQnfields(result)) }

    /// Returns the text, or `nil` for NULL. Text is identical in the text and binary formats.
    func text(row: Int, column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the integer, or `nil` for NULL and for any value that is not a smallint.
    func smallInteger(row: Int, column: Int) -> Int? {
        guard let bytes = bytes(row, column), bytes.count == 2 else { return nil }
        return Int(Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1])))
    }

    /// Returns the integer, or `nil` for NULL and for any value that is not a bigint.
    func integer(row: Int, column: Int) -> Int64? {
        guard let bytes = bytes(row, column), bytes.count == 8 else { return nil }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    func bytes(row: Int, column: Int) -> [UInt8]? { bytes(row, column).map { Array($0) } }

    func boolean(row: Int, column: Int) -> Bool {
        bytes(row, column).map { $0.elementsEqual([1]) } ?? false
    }

    /// Returns the server's failure. It keeps only the first line, because the following lines quote rows.
    func failure(_ redact: (String) -> String) -> PostgreSQLFailure {
        guard let sqlState = field("C") else {
            let message = libpq.pointee.PQresultErrorMessage(result).map { String(cString: $0) } ?? ""
            return PostgreSQLFailure(.lost, redact(message.oneLine))
        }
        return PostgreSQLFailure(sqlState: sqlState, redact(field("M") ?? "no message"))
    }

    private func field(_ code: Unicode.Scalar) -> String? {
        libpq.pointee.PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    private func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (Int32(row), Int32(column))
        guard libpq.pointee.PQgetisnull(result, row, column) == 0,
            let value = libpq.pointee.PQgetvalue(result, row, column)
        else { return nil }
        let count = Int(libpq.pointee.PQgetlength(result, row, column))
        return UnsafeRawBufferPointer(start: value, count: count).assumingMemoryBound(to: UInt8.self)
    }
}

extension String {
    var oneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").replacing("\t", with: " ")
    }
}
#endif
