import CalearningDomain
import Foundation
import Usecases
import UsecasesSystem

/// The source of this program, from which other things are made: the course, and what comes with it.
package struct SourceRoot: Sendable, Hashable {
    /// The folder that has `Package.swift`.
    package let path: String
    /// The folder of the packages that the program is built from, by their names.
    package let packages: String

    /// Of the program that is running; `nil` if there is none.
    package static var current: SourceRoot? { executable.flatMap { SourceRoot(executable: $0) } }

    /// An installed program has its source in `share` beside `bin`; any other is built in a folder of its source.
    package init?(executable: String) {
        let installed = executable.parentDirectory?.parentDirectory.map { $0 + "/share/\(Product.own.name)" }
        if let installed, executable.hasSuffix("/bin/\(Product.own.name)"), isFolder(installed + "/source") {
            self.init(path: installed + "/source", packages: installed + "/packages")
            return
        }
        var packages: String?
        var folder = executable.parentDirectory
        while let candidate = folder, candidate != "/", candidate != "." {
            if packages == nil, isFolder(candidate + "/checkouts") { packages = candidate + "/checkouts" }
            if isFolder(candidate + "/Course"), FileManager.default.fileExists(atPath: candidate + "/Package.swift") {
                self.init(path: candidate, packages: packages ?? candidate + "/.build/checkouts")
                return
            }
            folder = candidate.parentDirectory
        }
        return nil
    }

    private init(path: String, packages: String) {
        self.path = path
        self.packages = packages
    }
}

private func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
}

#if os(Linux)
extension SourceRoot {
    /// The path of the program, without links.
    package static var executable: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }
}
#else
extension SourceRoot {
    /// The path of the program, without links.
    package static var executable: String? { Bundle.main.executableURL?.resolvingSymlinksInPath().path }
}
#endif
