#if os(Linux)
import CCurl
import Foundation

/// Brotli's decoder, if it is installed along with libcurl.
struct BrotliLibrary: Sendable {
    static let installed = BrotliLibrary()

    nonisolated(unsafe) let functions: UnsafePointer<brotli_functions>

    private init?() {
        let functions = UnsafeMutablePointer<brotli_functions>.allocate(capacity: 1)
        functions.initialize(to: brotli_functions())
        guard let library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL),
            brotli_find_functions(library, functions) != 0
        else {
            functions.deallocate()
            return nil
        }
        self.functions = UnsafePointer(functions)
    }
}
#endif
