import Domain
import Foundation

/// The application that the exercises of the course are laid over.
struct CourseApplication {
    /// What it is built from beside its own files.
    private static let packages = ["swift-argument-parser", "swift-http-types"]

    /// The name of its program.
    static let name = Product.name

    let root: SourceRoot

    /// Writes it into an empty folder. It is built without a network: the packages are copied as well.
    func write(to folder: Folder) throws {
        let source = Folder(root.path)
        try folder.copy(from: source, ["Package.swift"])
        for part in ["Sources", "Libraries"] {
            let files = source.folder(part).files
            try folder.folder(part).copy(from: source.folder(part), files)
        }
        try folder.write(Data("// Specs of one's own.\n".utf8), to: "Tests/\(Product.specs)/Specs.swift")
        var manifest = String(decoding: try folder.read("Package.swift"), as: UTF8.self)
        for package in Self.packages {
            let checkout = Folder(root.packages).folder(package)
            try folder.folder("Packages/" + package).copy(from: checkout, checkout.files)
            let pattern = try Regex(#"\.package\(url: "[^"]*/\#(package)", from: "[^"]*"\)"#)
            manifest = manifest.replacing(pattern, with: ".package(path: \"Packages/\(package)\")")
        }
        try folder.write(Data(manifest.utf8), to: "Package.swift")
    }
}
