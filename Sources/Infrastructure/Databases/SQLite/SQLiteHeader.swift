#if Server
/// The header of a database file: SQLite's file format, section 1.3.
struct SQLiteHeader: Sendable {
    /// In bytes.
    static let size = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    private let changeCounter: UInt32
    /// 0 if no program has marked the database as its own.
    let applicationID: UInt32
    /// The version of the schema.
    let userVersion: UInt32
    /// The size of the whole file in bytes; the last pages may still be only in the log.
    let expectedSize: Int

    /// The initial state, before a header was read.
    init() {
        (changeCounter, applicationID, userVersion, expectedSize) = (0, 0, 0, 0)
    }

    /// `nil` if the bytes are not a valid header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        changeCounter = UInt32(bigEndian: bytes[24...])
        applicationID = UInt32(bigEndian: bytes[68...])
        userVersion = UInt32(bigEndian: bytes[60...])
        expectedSize = Int(UInt32(bigEndian: bytes[28...])) * (pageSize == 1 ? 65536 : pageSize)
    }

    /// Whether this header can result from the earlier one by transactions alone.
    func mayFollow(_ earlier: SQLiteHeader) -> Bool {
        // The mark may only be written with the first checkpoint.
        guard applicationID == earlier.applicationID || earlier.applicationID == 0 else { return false }
        // A process that has not seen the changes of others does not advance the counter; one that shrinks the file has
        // seen ours.
        let changes = Int32(bitPattern: changeCounter &- earlier.changeCounter)
        return changes > 0 || changes == 0 && expectedSize >= earlier.expectedSize
    }
}

extension UInt32 {
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
#endif
