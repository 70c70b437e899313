import CalearningDomain
import Foundation
import Usecases

/// The application that the exercises of the course are laid over: a new one with the name of this program, and without its
/// specs.
struct CourseApplication {
    /// What it is built from beside its own files.
    private static let packages = ["swift-argument-parser", "swift-http-types"]
    private static let manifest = "Package.swift"

    /// The name of its program.
    static let name = Product.own.name

    let root: SourceRoot

    /// Writes it into an empty folder. It is built without a network: the packages are copied as well.
    func write(to folder: Folder) throws {
        // Nothing of the program depends on what its specs are.
        let sources = try root.files().filter { !$0.key.hasPrefix("Tests/") }
        let files = NewApplication(name: nil, withService: false, origin: "").files(from: sources)
        for (path, file) in files where Self.isTaken(path) { try file.write(to: folder.path(of: path)) }
        try folder.write(Data("// Specs of one's own.\n".utf8), to: "Tests/\(Product.own.specs)/Specs.swift")
        var manifest = files[Self.manifest]?.text ?? ""
        for package in Self.packages {
            let checkout = Folder(root.packages).folder(package)
            try folder.folder("Packages/" + package).copy(from: checkout, checkout.files)
            let pattern = try Regex(#"\.package\(url: "[^"]*/\#(package)", from: "[^"]*"\)"#)
            manifest = manifest.replacing(pattern, with: ".package(path: \"Packages/\(package)\")")
        }
        try folder.write(Data(manifest.utf8), to: Self.manifest)
    }

    private static func isTaken(_ path: String) -> Bool {
        ["Sources/", "Libraries/"].contains { path.hasPrefix($0) }
    }
}
