#if PostgreSQL
import UsecasesCPostgreSQL
import UsecasesSystem

/// libpq, loaded on first use, and kept until the process ends.
struct PostgreSQLLibrary: Sendable {
    /// The names under which distributions install it, and where Homebrew keeps it.
    private static let names = [
        "libpq.so.5", "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib",
        "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]

    /// The installed library.
    static let installed = Result { () throws(LibraryUnavailable) in try PostgreSQLLibrary(names: names) }

    nonisolated(unsafe) let functions: UnsafePointer<libpq_functions>

    init(names: [String]) throws(LibraryUnavailable) {
        functions = try SharedLibrary.load(
            names, libpq_functions(), older: "libpq is older than 12", find: libpq_find_functions
        ).functions
    }
}
#endif
