import Foundation

/// A library that is loaded when it is first needed, and not with the program.
public enum SharedLibrary {
    /// Loads the first of these that is installed. It stays loaded until the process ends.
    private static func open(_ names: [String]) throws(LibraryUnavailable) -> UnsafeMutableRawPointer {
        var reasons: [String] = []
        for name in names {
            if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return library }
            reasons.append(dlerror().map { String(cString: $0) } ?? name)
        }
        throw LibraryUnavailable(reason: reasons.joined(separator: "; "))
    }

    /// Loads the library, and looks up its functions by `find`, which returns 0 if one of them is missing: the library is
    /// then `older` than it has to be. The functions are never freed: another thread might still be using them.
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

/// A library is not installed, or the installed version cannot be used.
public struct LibraryUnavailable: Error, CustomStringConvertible {
    let reason: String

    /// `reason` is a line of text, such as the loader's message.
    public init(reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}
