#if os(Linux)
import UsecasesCCurl
import Foundation
import UsecasesSystem

/// Brotli's decoder, if it is installed along with libcurl.
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
#endif
