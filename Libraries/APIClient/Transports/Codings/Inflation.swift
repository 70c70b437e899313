#if !canImport(Darwin)
import Foundation
import UsecasesCCurl
import UsecasesSystem

/// Decodes gzip (RFC 1952) with any number of members, and deflate with the header of zlib (RFC 1950). Also accepts
/// deflate without that header, because some servers send it.
final class Inflation: Coding {
    enum Format {
        case gzip, deflate
    }

    private let zlib: ZlibLibrary
    private let format: Format
    private let stream: UnsafeMutablePointer<zlib_stream>
    private(set) var isComplete = false
    private var isReady = false

    init(_ zlib: ZlibLibrary, _ format: Format) {
        self.zlib = zlib
        self.format = format
        stream = .allocate(capacity: 1)
        stream.initialize(to: zlib_stream())
    }

    deinit {
        if isReady { _ = zlib.functions.pointee.inflateEnd(stream) }
        stream.deallocate()
    }

    func decode(_ input: inout Data, upTo limit: Int) throws(CodingFailure) -> Data {
        // The first two bytes show whether the input has a zlib header.
        if !isReady {
            guard input.count >= 2 else { return Data() }
            try begin(with: input)
        }
        while !input.isEmpty || !isComplete {
            if isComplete {
                guard format == .gzip else { throw CodingFailure(reason: "something follows it") }
                _ = zlib.functions.pointee.inflateReset(stream)
                isComplete = false
            }
            let (output, taken, result) = inflate(input, upTo: limit)
            input = input.dropFirst(taken)
            switch Int(result) {
            case Z_STREAM_END: isComplete = true
            case Z_OK: break
            // zlib needs more input.
            case Z_BUF_ERROR: return output
            default: throw CodingFailure(reason: stream.pointee.message.map { String(cString: $0) } ?? "\(result)")
            }
            if !output.isEmpty { return output }
            if input.isEmpty { break }
        }
        input = Data(input)
        return Data()
    }

    private func begin(with input: Data) throws(CodingFailure) {
        let (first, second) = (Int(input[input.startIndex]), Int(input[input.startIndex + 1]))
        let isWrapped = first & 0x0F == 8 && (first << 8 | second) % 31 == 0
        let bits: Int32 =
            switch format {
            case .gzip: 15 + 16
            case .deflate: isWrapped ? 15 : -15
            }
        let size = Int32(MemoryLayout<zlib_stream>.size)
        guard zlib.functions.pointee.inflateInit2_(stream, bits, "1", size) == Int32(Z_OK) else {
            throw CodingFailure(reason: "zlib cannot be set up")
        }
        isReady = true
    }

    private func inflate(_ input: Data, upTo limit: Int) -> (Data, taken: Int, result: Int32) {
        let available = min(input.count, 1 << 20)
        var output = Data(count: limit)
        let (written, rest, result) = output.withUnsafeMutableBytes { output in
            input.withUnsafeBytes { input in
                stream.pointee.next_in = input.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_in = UInt32(available)
                stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(limit)
                let result = zlib.functions.pointee.inflate(stream, 0)
                return (limit - Int(stream.pointee.avail_out), Int(stream.pointee.avail_in), result)
            }
        }
        return (output.prefix(written), available - rest, result)
    }
}

/// zlib. Every libcurl installation includes it.
struct ZlibLibrary: Sendable {
    static let installed = try? ZlibLibrary()

    nonisolated(unsafe) let functions: UnsafePointer<zlib_functions>

    private init() throws(LibraryUnavailable) {
        functions = try SharedLibrary.load(
            ["libz.so.1"], zlib_functions(), older: "libz.so.1 lacks functions", find: zlib_find_functions
        ).functions
    }
}
#endif
