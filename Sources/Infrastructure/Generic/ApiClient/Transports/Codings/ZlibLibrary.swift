#if os(Linux)
import CCurl
import Foundation

/// zlib, which is installed along with every libcurl.
struct ZlibLibrary: Sendable {
    static let installed = ZlibLibrary()

    nonisolated(unsafe) let functions: UnsafePointer<zlib_functions>

    private init?() {
        let functions = UnsafeMutablePointer<zlib_functions>.allocate(capacity: 1)
        functions.initialize(to: zlib_functions())
        guard let library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL), zlib_find_functions(library, functions) != 0
        else {
            functions.deallocate()
            return nil
        }
        self.functions = UnsafePointer(functions)
    }
}
#endif
