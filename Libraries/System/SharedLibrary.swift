import Foundation

/// Loads libraries on first use instead of at program start.
public enum SharedLibrary {
    /// Loads the first library in `names` that is installed. It is never unloaded.
    private static func open(_ names: [String]) throws(LibraryUnavailable) -> UnsafeMutableRawPointer {
        var reasons: [String] = []
        for name in names {
            if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return library }
            reasons.append(dlerror().map { String(cString: $0) } ?? name)
        }
        throw LibraryUnavailable(reason: reasons.joined(separator: "; "))
    }

    /// Loads the library and finds its functions with `find`. If `find` returns 0, a function is missing, and `older`
    /// is the reason of the error. The functions are never freed, because another thread may be using them.
    public static func load<Functions>(
        _ names: [String], _ empty: Functions, older: String,
        find: (UnsafeMutableRawPointer, UnsafeMutablePointer<Functions>) -> Int32
    ) throws(LibraryUnavailable) -> (library: UnsafeMutableRawPointer, functions: UnsafePointer<Functions>) {
        let library = try open(names)
        let functions = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
        functions.initialize(to: empty)
        guard find(library, functions) != 0 else {
            functions.deallocate()
            throw LibraryUnavailable(reason: older)
        }
        return (library, UnsafePointer(functions))
    }
}

/// The error that a library is not installed, or that its installed version cannot be used.
public struct LibraryUnavailable: Error, CustomStringConvertible {
    let reason: String

    /// `reason` is a line of text, such as the loader's message.
    public init(reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
