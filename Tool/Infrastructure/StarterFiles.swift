import Foundation
import UsecasesEngine
import UsecasesSystem

/// The files of an application, renamed from the files of the starter.
struct StarterFiles {
    /// The folder of the starter in the source. The files in its `Overlays` join the others, replace them, or, as a
    /// `.diff`, change them.
    private static let folder = "Starter"
    private static let overlays = "Overlays/"
    private static let change = ".diff"
    /// The arguments of the dependency on the libraries in the manifest of the starter.
    static let originalLibraries = "name: \"\(LibrarySource.package)\", path: \"..\""

    let name: ApplicationName
    /// The arguments of the dependency on the libraries in the manifest.
    let libraries: String
    let source: SourceRoot

    /// Returns the files by their paths in the application. Throws if the source cannot be read.
    func files(with overlays: [String]) throws -> [String: MaterialFile] {
        let starter = try source.files(below: Self.folder)
        var files = starter.filter { !$0.key.hasPrefix(Self.overlays) }
        for overlay in overlays {
            let prefix = "\(Self.overlays)\(overlay)/"
            for (path, file) in starter where path.hasPrefix(prefix) {
                var place = String(path.dropFirst(prefix.count))
                guard place.hasSuffix(Self.change) else {
                    files[place] = file
                    continue
                }
                place.removeLast(Self.change.count)
                guard let original = files[place], let text = Self.changed(original.text, by: file.text) else {
                    throw PosixError("apply", path, code: EINVAL)
                }
                files[place] = MaterialFile(content: Array(text.utf8), isExecutable: original.isExecutable)
            }
        }
        var renamed: [String: MaterialFile] = [:]
        for (path, file) in files {
            let text = named(file.text)
                .replacing(Self.originalLibraries, with: libraries)
            renamed[named(path)] = MaterialFile(content: Array(text.utf8), isExecutable: file.isExecutable)
        }
        return renamed
    }

    /// Returns the text with the changes of a unified diff, whose parts begin with `@@`. Each part is found by its lines.
    /// `nil` if one does not occur exactly once.
    static func changed(_ text: String, by diff: String) -> String? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for part in diff.split(separator: "\n").split(separator: "@@") {
            let old = part.filter { !$0.hasPrefix("+") }.map { $0.dropFirst() }
            let places = lines.indices.filter { lines[$0...].starts(with: old) }
            guard places.count == 1 else { return nil }
            let new = part.filter { !$0.hasPrefix("-") }.map { $0.dropFirst() }
            lines.replaceSubrange(places[0]..<places[0] + old.count, with: new)
        }
        return lines.joined(separator: "\n")
    }

    private func named(_ text: String) -> String {
        let name = name.rawValue
        return Self.sortingImports(
            of: text.replacing("Starter", with: name).replacing("starter", with: name.lowercased())
                .replacing("STARTER", with: name.uppercased()))
    }

    /// Returns the text with its imports in the order of the modules.
    static func sortingImports(of text: String) -> String {
        text.replacing(#/(?m)(?:^(?:package )?import \w+\n)+/#) { imports in
            imports.0.split(separator: "\n").sorted { module(in: $0) < module(in: $1) }
                .map { $0 + "\n" }.joined()
        }
    }

    private static func module(in line: Substring) -> Substring { line.split(separator: " ").last ?? line }
}

extension MaterialFile {
    var text: String { String(decoding: content, as: UTF8.self) }
}

extension SourceRoot {
    /// Returns the arguments of the dependency on the libraries in the manifest of an application in this folder.
    func dependency(on libraries: LibrarySource, from directory: String) -> String {
        switch libraries {
        case .beside:
            let path = path(from: directory).replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"")
            return "name: \"\(LibrarySource.package)\", path: \"\(path)\""
        case .repository(let url, let version): return "url: \"\(url)\", from: \"\(version)\""
        }
    }

    /// Returns the path of the source from this folder, which need not exist. A path in `/usr` or `/opt` is absolute,
    /// because a package installs the source there on each machine.
    func path(from directory: String) -> String {
        if path.hasPrefix("/usr/") || path.hasPrefix("/opt/") { return path }
        let here = Self.resolved(directory).split(separator: "/")
        let there = Self.resolved(path).split(separator: "/")
        let shared = zip(here, there).prefix { $0 == $1 }.count
        return ([Substring](repeating: "..", count: here.count - shared) + there.dropFirst(shared)).joined(
            separator: "/")
    }

    /// Returns the absolute path. Links are resolved as far as the path exists.
    private static func resolved(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        guard let above = path.parentDirectory, let name = path.split(separator: "/").last else { return path }
        return resolved(above) + "/" + name
    }
}
