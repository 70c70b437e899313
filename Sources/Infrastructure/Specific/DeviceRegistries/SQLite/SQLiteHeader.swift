#if Server
/// What the header of a database file says: SQLite's file format, section 1.3.
struct SQLiteHeader: Sendable {
    /// In bytes.
    static let size = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    private let changeCounter: UInt32
    /// 0 where nobody has marked the database as theirs.
    let applicationID: UInt32
    /// In bytes, of the whole file; the last pages may still be in the log alone.
    let expectedSize: Int

    /// Before anything is known.
    init() {
        (changeCounter, applicationID, expectedSize) = (0, 0, 0)
    }

    /// `nil` where the bytes are not those of a header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        changeCounter = UInt32(bigEndian: bytes[24...])
        applicationID = UInt32(bigEndian: bytes[68...])
        expectedSize = Int(UInt32(bigEndian: bytes[28...])) * (pageSize == 1 ? 65536 : pageSize)
    }

    /// Whether it can be what became of the other one by transactions alone.
    func mayFollow(_ earlier: SQLiteHeader) -> Bool {
        // The mark may come with the first checkpoint only.
        guard applicationID == earlier.applicationID || earlier.applicationID == 0 else { return false }
        // Who has not seen the changes of others does not count on; whoever makes the file smaller has seen ours.
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
