#if os(Linux)
import UsecasesCCurl
import Foundation
import UsecasesSystem

/// zlib, which is installed along with every libcurl.
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
