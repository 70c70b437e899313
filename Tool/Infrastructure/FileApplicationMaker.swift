import Foundation
import UsecasesEngine
import UsecasesSystem

/// Writes applications into folders, as renamed copies of the starter.
actor FileApplicationMaker: ApplicationMaker {
    private let source: SourceRoot?
    private let randomSource: any RandomSource
    /// The executor for file operations, because they block their thread.
    private let executor = BlockingExecutor(label: "\(Product.own.name).application-maker")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `source` is `nil` if the program does not find its source.
    init(source: SourceRoot?, randomSource: any RandomSource) {
        self.source = source
        self.randomSource = randomSource
    }

    func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool {
        do {
            return try Folder(directory).isFree
        } catch {
            throw failure(to: .unreadable(location: directory, content: .application), error)
        }
    }

    func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        guard let source else {
            let place = "share/\(LibrarySource.package)/source"
            throw failure(to: .unreadable(location: place, content: .application), NoSource())
        }
        guard try await isFree(order.directory) else {
            throw failure(
                to: .unwritable(location: order.directory, content: .application),
                PosixError("rename", order.directory, code: ENOTEMPTY))
        }
        let files: [String: MaterialFile]
        do {
            files = try NewApplication(order: order, source: source).files()
        } catch {
            throw failure(to: .unreadable(location: source.path, content: .application), error)
        }
        let place = order.directory.hasSuffix("/") ? String(order.directory.dropLast()) : order.directory
        let making = "\(place).\(String(randomSource.next(), radix: 16))"
        do {
            try await NewFolder.make(at: place, as: making) {
                for (path, file) in files.sorted(by: { $0.key < $1.key }) { try file.write(to: making + "/" + path) }
            }
        } catch {
            throw failure(to: .unwritable(location: order.directory, content: .application), error)
        }
        return MadeApplication(name: order.name, directory: order.directory, files: files.count)
    }

    private func failure(to failure: SystemErrors.DataStore, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(failure), causedBy: cause)
    }
}

private struct NoSource: Error, CustomStringConvertible {
    let description =
        "the program was installed without its source: use the package or the tarball of a release, or a clone"
}

/// The files of a new application, renamed from the files of the starter.
struct NewApplication {
    /// The folder of the starter in the source. The files in its `Overlays` replace others.
    private static let starter = "Starter"
    private static let overlays = "Overlays/"

    let order: ApplicationOrder
    let source: SourceRoot

    /// Returns the files by their paths in the application. Throws if the source cannot be read.
    func files() throws -> [String: MaterialFile] {
        let starter = try source.files(below: Self.starter)
        var files = starter.filter { !$0.key.hasPrefix(Self.overlays) }
        for overlay in [order.language == .ja ? "ja" : nil, order.hasService ? "service" : nil].compactMap(\.self) {
            let prefix = "\(Self.overlays)\(overlay)/"
            for (path, file) in starter where path.hasPrefix(prefix) {
                files[String(path.dropFirst(prefix.count))] = file
            }
        }
        var renamed: [String: MaterialFile] = [:]
        for (path, file) in files {
            let text = String(decoding: file.content, as: UTF8.self).replacing(
                "name: \"\(LibrarySource.package)\", path: \"..\"", with: dependency)
            renamed[named(path)] = MaterialFile(content: Array(named(text).utf8), isExecutable: file.isExecutable)
        }
        return renamed
    }

    private func named(_ text: String) -> String {
        let name = order.name.rawValue
        let named = text.replacing("Starter", with: name).replacing("starter", with: name.lowercased())
            .replacing("STARTER", with: name.uppercased())
        // The renamed modules need a new order.
        return named.replacing(#/(?m)(?:^(?:package )?import \w+\n)+/#) { imports in
            imports.0.split(separator: "\n").sorted { Self.module(in: $0) < Self.module(in: $1) }
                .map { $0 + "\n" }.joined()
        }
    }

    private static func module(in line: Substring) -> Substring { line.split(separator: " ").last ?? line }

    /// The dependency on the libraries in the manifest.
    private var dependency: String {
        switch order.libraries {
        case .beside:
            let path = source.path.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"")
            return "name: \"\(LibrarySource.package)\", path: \"\(path)\""
        case .repository(let url, let version): return "url: \"\(url)\", from: \"\(version)\""
        }
    }
}
