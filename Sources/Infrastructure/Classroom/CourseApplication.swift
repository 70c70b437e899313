import CalearningDomain
import Foundation
import Usecases

/// The package of the course: an application that depends on the libraries, and a copy of them.
struct CourseApplication {
    /// The packages that the libraries are built from.
    private static let packages = ["swift-argument-parser", "swift-http-types"]
    private static let manifest = "Package.swift"
    /// The folder of the application in the source.
    private static let course = "Course/application"

    /// The name of its program.
    static let name = "course"

    let root: SourceRoot

    /// Writes it into an empty folder. Everything is copied, so that it builds without a network.
    func write(to folder: Folder) throws {
        for (path, file) in try root.files(below: Self.course) where path != Self.manifest {
            try file.write(to: folder.path(of: path))
        }
        let own = try manifest(in: Folder(root.path).folder(Self.course), packages: "Packages")
            .replacing("path: \"../..\"", with: "path: \"Packages/\(Product.own.name)\"")
        try folder.write(Data(own.utf8), to: Self.manifest)
        let libraries = folder.folder("Packages/\(Product.own.name)")
        for part in ["Libraries", "Sources"] {
            for (path, file) in try root.files(below: part) {
                try file.write(to: libraries.path(of: part + "/" + path))
            }
        }
        try libraries.write(Data(try manifest(in: Folder(root.path), packages: "..").utf8), to: Self.manifest)
        for package in Self.packages {
            let checkout = Folder(root.packages).folder(package)
            try folder.folder("Packages/" + package).copy(from: checkout, checkout.files)
        }
    }

    /// The manifest of the folder, with the packages from the folder `packages`.
    private func manifest(in folder: Folder, packages: String) throws -> String {
        var manifest = String(decoding: try folder.read(Self.manifest), as: UTF8.self)
        for package in Self.packages {
            let pattern = try Regex(#"\.package\((?:url|path): "[^"]*/\#(package)"(?:, from: "[^"]*")?\)"#)
            manifest = manifest.replacing(pattern, with: ".package(path: \"\(packages)/\(package)\")")
        }
        return manifest
    }
}
