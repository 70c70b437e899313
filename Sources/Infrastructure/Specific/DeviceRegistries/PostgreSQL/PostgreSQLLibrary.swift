#if PostgreSQL
import CPostgreSQL

/// libpq, loaded on first use, and kept until the process ends.
struct PostgreSQLLibrary: Sendable {
    /// The names under which distributions install it, and where Homebrew keeps it.
    private static let names = [
        "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
        "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]

    /// The installed library.
    static let installed = Result { () throws(LibraryUnavailable) in try PostgreSQLLibrary(names: names) }

    /// They are never freed: another thread might still be using them.
    nonisolated(unsafe) let functions: UnsafePointer<libpq_functions>

    init(names: [String]) throws(LibraryUnavailable) {
        let library = try SharedLibrary.open(names)
        let functions = UnsafeMutablePointer<libpq_functions>.allocate(capacity: 1)
        functions.initialize(to: libpq_functions())
        guard libpq_find_functions(library, functions) != 0 else {
            functions.deallocate()
            throw LibraryUnavailable(reason: "libpq is older than 12")
        }
        self.functions = UnsafePointer(functions)
    }
}
#endif
