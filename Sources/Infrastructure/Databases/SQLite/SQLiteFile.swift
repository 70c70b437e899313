#if Server
import Foundation
import UsecasesSystem

/// A file of an open database. It must be closed after the database, because closing it releases all locks of this
/// process on it.
final class SQLiteFile: Sendable {
    private struct Identity: Hashable {
        let device: UInt64
        let number: UInt64

        init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    let path: String
    private let descriptor: FileDescriptor
    private let identity: Identity

    init(_ path: String) throws(PosixError) {
        self.path = path
        descriptor = try FileDescriptor(path, O_RDONLY)
        identity = Identity(try descriptor.status())
    }

    /// Returns the size of the file at the path in bytes. Throws if it is not this file.
    func sizeAtPath() throws(SQLiteFiles.Change) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let error = PosixError("stat", path)
            throw [ENOENT, ENOTDIR].contains(error.code) ? .removed(path: path) : .hidden(error)
        }
        guard Identity(status) == identity else { throw .replaced(path: path) }
        return Int(status.st_size)
    }

    /// Flushes the content to disk.
    func flush() throws(PosixError) {
        try descriptor.flush()
    }

    /// Returns the bytes at the offset, or fewer if the file ends earlier or cannot be read.
    func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        descriptor.bytes(count, at: offset)
    }
}

/// The header of a database file, as in SQLite's file format, section 1.3.
struct SQLiteHeader: Sendable {
    /// The size in bytes.
    static let size = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    private let changeCounter: UInt32
    /// The identifier of the application, or 0 if no program has marked the database.
    let applicationID: UInt32
    /// The version of the schema.
    let userVersion: UInt32
    /// The size of the whole file in bytes. The last pages may still be only in the log.
    let expectedSize: Int

    /// Creates the initial header, before one was read.
    init() {
        (changeCounter, applicationID, userVersion, expectedSize) = (0, 0, 0, 0)
    }

    /// Returns `nil` if the bytes are not a valid header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        changeCounter = UInt32(bigEndian: bytes[24...])
        applicationID = UInt32(bigEndian: bytes[68...])
        userVersion = UInt32(bigEndian: bytes[60...])
        expectedSize = Int(UInt32(bigEndian: bytes[28...])) * (pageSize == 1 ? 65536 : pageSize)
    }

    /// Whether transactions can turn the earlier header into this one.
    func mayFollow(_ earlier: SQLiteHeader) -> Bool {
        // The first checkpoint may be the first to write the mark.
        guard applicationID == earlier.applicationID || earlier.applicationID == 0 else { return false }
        // A process that has not seen the changes of others does not advance the counter. A process that shrinks the
        // file has seen the changes of this one.
        let changes = Int32(bitPattern: changeCounter &- earlier.changeCounter)
        return changes > 0 || changes == 0 && expectedSize >= earlier.expectedSize
    }
}

extension UInt32 {
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The end of the write-ahead log according to its index. SQLite's documents `fileformat2` (section 4) and `walformat`
/// (section 2.1) describe the index.
struct SQLiteLogEnd: Sendable {
    /// The size in bytes of two copies of the same header.
    static let indexSize = 96
    private static let version: UInt32 = 3_007_000
    /// The size in bytes.
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    private let frameCount: Int
    private let pageSize: Int
    /// The salts of the log. A restart of the log changes them.
    private let salts: [UInt8]

    /// Creates the initial end, before an index was read.
    init() {
        (frameCount, pageSize, salts) = (0, 0, [])
    }

    /// Returns `nil` if the index is being written or rebuilt.
    init?(index bytes: [UInt8]) {
        guard bytes.count == Self.indexSize, bytes[..<48].elementsEqual(bytes[48...]),
            UInt32(inOrderOfThisMachine: bytes[0...]) == Self.version, bytes[12] == 1
        else { return nil }
        let size = Int(UInt16(inOrderOfThisMachine: bytes[14...]))
        pageSize = size & 0xFE00 | (size & 1) << 16
        frameCount = Int(UInt32(inOrderOfThisMachine: bytes[16...]))
        salts = Array(bytes[32..<40])
    }

    /// The minimum size of the log in bytes.
    var offset: Int { frameCount == 0 ? 0 : offset(ofFrame: frameCount) }

    /// Whether the log has its beginning and its last frame. A log that was truncated and then written to contains
    /// zeros instead.
    func isIn(_ log: SQLiteFile) -> Bool {
        guard frameCount > 0 else { return true }
        return log.bytes(8, at: 16) == salts && has(frame: frameCount, in: log)
    }

    /// Whether the earlier last frame still exists, or the log was restarted since.
    func follows(_ earlier: SQLiteLogEnd, in log: SQLiteFile) -> Bool {
        guard earlier.frameCount > 0, earlier.salts == salts else { return true }
        return frameCount >= earlier.frameCount && has(frame: earlier.frameCount, in: log)
    }

    private func has(frame number: Int, in log: SQLiteFile) -> Bool {
        log.bytes(8, at: offset(ofFrame: number - 1) + 8) == salts
    }

    /// Returns the offset of the end of a frame.
    private func offset(ofFrame number: Int) -> Int {
        Self.headerSize + number * (Self.frameHeaderSize + pageSize)
    }
}

extension FixedWidthInteger {
    /// Reads native byte order, because only processes of one machine use the index.
    fileprivate init(inOrderOfThisMachine bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
    }
}
#endif
