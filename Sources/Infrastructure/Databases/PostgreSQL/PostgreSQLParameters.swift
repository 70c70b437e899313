#if PostgreSQL
/// The parameters of a statement: values and arrays in PostgreSQL's binary format, in which nothing needs escaping, one
/// after the other in one buffer.
struct PostgreSQLParameters: Sendable {
    private var bytes: [UInt8] = []
    /// `nil` for NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    /// Appends a `text[]`.
    mutating func append(texts: some Collection<String>) {
        append(count: texts.count, type: 25, size: texts.reduce(0) { $0 + 4 + $1.utf8.count }) { bytes in
            for text in texts {
                bytes.append(bigEndian: UInt32(text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            }
        }
    }

    /// Appends a `smallint[]`.
    mutating func append(smallIntegers: some Collection<Int16>) {
        append(count: smallIntegers.count, type: 21, size: smallIntegers.count * 6) { bytes in
            for number in smallIntegers {
                bytes.append(bigEndian: 2)
                bytes.append(UInt8(truncatingIfNeeded: number >> 8))
                bytes.append(UInt8(truncatingIfNeeded: number))
            }
        }
    }

    /// Appends a `bigint[]`.
    mutating func append(bigIntegers: [Int64]) {
        append(count: bigIntegers.count, type: 20, size: bigIntegers.count * 12) { bytes in
            for number in bigIntegers {
                bytes.append(bigEndian: 8)
                bytes.append(eightBytesOf: number)
            }
        }
    }

    /// Appends a `bytea[]`.
    mutating func append(byteStrings: [[UInt8]]) {
        append(count: byteStrings.count, type: 17, size: byteStrings.reduce(0) { $0 + 4 + $1.count }) { bytes in
            for string in byteStrings {
                bytes.append(bigEndian: UInt32(string.count))
                bytes.append(contentsOf: string)
            }
        }
    }

    /// Appends a `text`, or NULL.
    mutating func append(text: String?) {
        guard let text else {
            offsets.append(nil)
            return lengths.append(0)
        }
        append { $0.append(contentsOf: text.utf8) }
    }

    /// Appends a `bytea`.
    mutating func append(bytes: [UInt8]) {
        append { $0.append(contentsOf: bytes) }
    }

    /// Appends a `bigint`.
    mutating func append(bigInteger: Int64) {
        append { $0.append(eightBytesOf: bigInteger) }
    }

    /// Provides the parameters as libpq takes them. The pointers are valid while the body runs.
    func withPointers<Result>(_ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Result) -> Result {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
            let binary = [Int32](repeating: 1, count: offsets.count)
            let pointers = offsets.map { offset in offset.flatMap { offset in start.map { $0 + offset } } }
            return body(pointers, lengths, binary)
        }
    }

    /// The format that `array_recv` of the server's source reads: the number of dimensions, whether there are NULLs,
    /// the type of the elements, and for the one dimension its length and its lower bound; then the elements, each with
    /// its length.
    private mutating func append(count: Int, type: UInt32, size: Int, _ elements: (inout [UInt8]) -> Void) {
        bytes.reserveCapacity(bytes.count + 20 + size)
        append { bytes in
            for number in count == 0 ? [0, 0, type] : [1, 0, type, UInt32(count), 1] {
                bytes.append(bigEndian: number)
            }
            elements(&bytes)
        }
    }

    private mutating func append(_ value: (inout [UInt8]) -> Void) {
        let start = bytes.count
        value(&bytes)
        offsets.append(start)
        lengths.append(Int32(bytes.count - start))
    }
}

extension [UInt8] {
    fileprivate mutating func append(eightBytesOf number: Int64) {
        append(bigEndian: UInt32(truncatingIfNeeded: number >> 32))
        append(bigEndian: UInt32(truncatingIfNeeded: number))
    }

    fileprivate mutating func append(bigEndian number: UInt32) {
        append(UInt8(truncatingIfNeeded: number >> 24))
        append(UInt8(truncatingIfNeeded: number >> 16))
        append(UInt8(truncatingIfNeeded: number >> 8))
        append(UInt8(truncatingIfNeeded: number))
    }
}
#endif
