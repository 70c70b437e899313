#if Server
/// The end of the write-ahead log according to its index: SQLite's documents `fileformat2` (section 4) and `walformat`
/// (section 2.1).
struct SQLiteLogEnd: Sendable {
    /// In bytes: two copies of the same header.
    static let indexSize = 96
    private static let version: UInt32 = 3_007_000
    /// In bytes.
    private static let headerSize = 32
    private static let frameHeaderSize = 24

    private let frameCount: Int
    private let pageSize: Int
    /// The salts change when the log is restarted.
    private let salts: [UInt8]

    /// The initial state, before an index was read.
    init() {
        (frameCount, pageSize, salts) = (0, 0, [])
    }

    /// `nil` if the index is being written or rebuilt.
    init?(index bytes: [UInt8]) {
        guard bytes.count == Self.indexSize, bytes[..<48].elementsEqual(bytes[48...]),
            UInt32(inOrderOfThisMachine: bytes[0...]) == Self.version, bytes[12] == 1
        else { return nil }
        let size = Int(UInt16(inOrderOfThisMachine: bytes[14...]))
        pageSize = size & 0xFE00 | (size & 1) << 16
        frameCount = Int(UInt32(inOrderOfThisMachine: bytes[16...]))
        salts = Array(bytes[32..<40])
    }

    /// The minimum size of the log, in bytes.
    var offset: Int { frameCount == 0 ? 0 : offset(ofFrame: frameCount) }

    /// Whether the log has its beginning and its last frame. A log that was truncated and then written to contains
    /// zeros there.
    func isIn(_ log: SQLiteFile) -> Bool {
        guard frameCount > 0 else { return true }
        return log.bytes(8, at: 16) == salts && has(frame: frameCount, in: log)
    }

    /// Whether the earlier last frame is still there, unless the log was restarted since.
    func follows(_ earlier: SQLiteLogEnd, in log: SQLiteFile) -> Bool {
        guard earlier.frameCount > 0, earlier.salts == salts else { return true }
        return frameCount >= earlier.frameCount && has(frame: earlier.frameCount, in: log)
    }

    private func has(frame number: Int, in log: SQLiteFile) -> Bool {
        log.bytes(8, at: offset(ofFrame: number - 1) + 8) == salts
    }

    /// The offset of the end of a frame.
    private func offset(ofFrame number: Int) -> Int {
        Self.headerSize + number * (Self.frameHeaderSize + pageSize)
    }
}

extension FixedWidthInteger {
    /// Reads native byte order, as the index is only used by processes of one machine.
    fileprivate init(inOrderOfThisMachine bytes: ArraySlice<UInt8>) {
        self = bytes.withUnsafeBytes { $0.loadUnaligned(as: Self.self) }
    }
}
#endif
