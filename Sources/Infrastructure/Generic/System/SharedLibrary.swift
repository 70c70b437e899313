import Foundation

/// A library that is loaded when it is first needed, and not with the program.
enum SharedLibrary {
    /// Loads the first of these that is installed. It stays loaded until the process ends.
    static func open(_ names: [String]) throws(LibraryUnavailable) -> UnsafeMutableRawPointer {
        var reasons: [String] = []
        for name in names {
            if let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) { return library }
            reasons.append(dlerror().map { String(cString: $0) } ?? name)
        }
        throw LibraryUnavailable(reason: reasons.joined(separator: "; "))
    }
}

/// A library is not installed, or the installed version cannot be used.
package struct LibraryUnavailable: Error, CustomStringConvertible {
    let reason: String

    package var description: String { reason }
}
