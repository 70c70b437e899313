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
        let source = try existingSource
        guard try await isFree(order.directory) else {
            throw failure(
                to: .unwritable(location: order.directory, content: .application),
                PosixError("rename", order.directory, code: ENOTEMPTY))
        }
        let files: [String: MaterialFile]
        do {
            let overlays = [order.language == .ja ? "ja" : nil, order.hasService ? "service" : nil]
            files = try StarterFiles(
                name: order.name, libraries: source.dependency(on: order.libraries, from: order.directory),
                source: source
            ).files(with: overlays.compactMap(\.self))
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

    func add(_ part: ApplicationPart, to directory: String) async throws(ErrorWrapper) -> PartAddition {
        let source = try existingSource
        let merge: PartMerge?
        do {
            merge = try PartMerge(of: part, in: Folder(directory), source: source)
        } catch {
            throw failure(to: .unreadable(location: directory, content: .application), error)
        }
        guard let merge else { return .noApplication }
        if let alternative = part.alternative, !merge.alternative.isEmpty {
            return .alternative(alternative, name: merge.name, files: merge.alternative)
        }
        guard merge.missing.isEmpty else { return .changed(merge.missing) }
        guard !merge.isPresent else { return .present(name: merge.name) }
        do {
            return .added(try merge.write())
        } catch {
            throw failure(to: .unwritable(location: directory, content: .application), error)
        }
    }

    private var existingSource: SourceRoot {
        get throws(ErrorWrapper) {
            if let source { return source }
            let place = "share/\(LibrarySource.package)/source"
            throw failure(to: .unreadable(location: place, content: .application), NoSource())
        }
    }

    private func failure(to failure: SystemErrors.DataStore, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(failure), causedBy: cause)
    }
}

private struct NoSource: Error, CustomStringConvertible {
    let description =
        "the program was installed without its source: use the package or the tarball of a release, or a clone"
}
