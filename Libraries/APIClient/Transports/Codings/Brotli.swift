#if !canImport(Darwin)
import Foundation
import UsecasesCCurl
import UsecasesSystem

/// The Brotli decoder, if it is installed with libcurl.
struct BrotliLibrary: Sendable {
    static let installed = try? BrotliLibrary()

    nonisolated(unsafe) let functions: UnsafePointer<brotli_functions>

    private init() throws(LibraryUnavailable) {
        functions = try SharedLibrary.load(
            ["libbrotlidec.so.1"], brotli_functions(), older: "libbrotlidec.so.1 lacks functions",
            find: brotli_find_functions
        ).functions
    }
}

/// Decodes Brotli (RFC 7932).
final class Unbrotli: Coding {
    private let brotli: BrotliLibrary
    private let decoder: UnsafeMutableRawPointer
    private(set) var isComplete = false

    /// Returns `nil` if not enough memory is available.
    init?(_ brotli: BrotliLibrary) {
        guard let decoder = brotli.functions.pointee.CreateInstance(nil, nil, nil) else { return nil }
        self.brotli = brotli
        self.decoder = decoder
    }

    deinit { brotli.functions.pointee.DestroyInstance(decoder) }

    func decode(_ input: inout Data, upTo limit: Int) throws(CodingFailure) -> Data {
        guard !isComplete else {
            guard input.isEmpty else { throw CodingFailure(reason: "something follows it") }
            return Data()
        }
        var output = Data(count: limit)
        var (rest, room) = (input.count, limit)
        let result = output.withUnsafeMutableBytes { output in
            input.withUnsafeBytes { input in
                var next = input.bindMemory(to: UInt8.self).baseAddress
                var end = output.bindMemory(to: UInt8.self).baseAddress
                return brotli.functions.pointee.DecompressStream(decoder, &rest, &next, &room, &end, nil)
            }
        }
        guard result != Int32(BROTLI_FAILED) else { throw CodingFailure(reason: "it is not Brotli") }
        input = Data(input.suffix(rest))
        isComplete = result == Int32(BROTLI_COMPLETE)
        return output.prefix(limit - room)
    }
}
#endif
