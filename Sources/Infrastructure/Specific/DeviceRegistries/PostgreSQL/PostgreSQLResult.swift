#if PostgreSQL
import CPostgreSQL

/// The rows returned by a statement, in PostgreSQL's binary format.
struct PostgreSQLResult: ~Copyable {
    private let result: OpaquePointer

    /// Takes ownership of the result.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    var status: ExecStatusType { PQresultStatus(result) }

    var rowCount: Int { Int(PQntuples(result)) }

    /// `nil` for NULL. Text is the same in text format and in binary.
    func text(row: Int, column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// `nil` for NULL, and for any value that is not a smallint.
    func smallInteger(row: Int, column: Int) -> Int? {
        guard let bytes = bytes(row, column), bytes.count == 2 else { return nil }
        return Int(Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1])))
    }

    func boolean(row: Int, column: Int) -> Bool {
        bytes(row, column).map { $0.elementsEqual([1]) } ?? false
    }

    /// The server's refusal. Only the first line is kept, as the following ones quote rows.
    func failure(_ redact: (String) -> String) -> PostgreSQLFailure {
        guard let sqlState = field("C") else {
            return PostgreSQLFailure(.lost, redact(String(cString: PQresultErrorMessage(result)).oneLine))
        }
        return PostgreSQLFailure(sqlState: sqlState, redact(field("M") ?? "no message"))
    }

    private func field(_ code: Unicode.Scalar) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }

    private func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return UnsafeRawBufferPointer(start: value, count: count).assumingMemoryBound(to: UInt8.self)
    }
}

extension String {
    var oneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").replacing("\t", with: " ")
    }
}
#endif
