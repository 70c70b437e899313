package import Domain
import Foundation

/// Makes applications in folders, from the files of this one's source.
package actor FileApplicationMaker: ApplicationMaker {
    /// More than the source has, in files and in bytes of one file.
    private static let limits = (files: 20_000, bytes: 4 << 20)
    /// Folders of the source that no application takes anything from.
    private static let skipped: Set<Substring> = ["Benchmarks", "dist", "dist-check"]

    private let findSource: @Sendable () -> SourceRoot?
    private let randomSource: any RandomSource
    /// File operations block their thread.
    private let executor = BlockingExecutor(label: "\(Product.name).application-maker")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// `source` is `nil` if the program does not find its own, which it looks for when it is needed.
    package init(
        source: @autoclosure @escaping @Sendable () -> SourceRoot?, randomSource: any RandomSource
    ) {
        findSource = source
        self.randomSource = randomSource
    }

    package func isFree(_ directory: String) async throws(ErrorWrapper) -> Bool {
        var status = stat()
        guard lstat(directory, &status) == 0 else {
            if errno == ENOENT { return true }
            throw failure(to: .読み込みに失敗(location: directory), PosixError("stat", directory))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return false }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty
        } catch {
            throw failure(to: .読み込みに失敗(location: directory), error)
        }
    }

    package func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        guard let source = findSource() else {
            throw failure(to: .読み込みに失敗(location: "share/\(Product.name)/source"), NoSource())
        }
        let files: [String: NewApplication.File]
        do {
            files = NewApplication(
                name: NewName(name: order.name), withService: false,
                origin: "Made from \(Product.name) \(Product.version)."
            ).files(from: try Self.files(below: source.path))
        } catch {
            throw failure(to: .読み込みに失敗(location: source.path), error)
        }
        // Written beside its place and moved there as a whole, so that there is never a part of it.
        let place = order.directory.hasSuffix("/") ? String(order.directory.dropLast()) : order.directory
        let making = "\(place).\(String(randomSource.next(), radix: 16))"
        do {
            for (path, file) in files.sorted(by: { $0.key < $1.key }) { try Self.write(file, to: making + "/" + path) }
            // An empty folder is replaced; one that is not empty is not.
            guard rename(making, place) == 0 else { throw PosixError("rename", place) }
        } catch {
            try? FileManager.default.removeItem(atPath: making)
            throw failure(to: .書き込みに失敗(location: order.directory), error)
        }
        return MadeApplication(name: order.name, directory: order.directory, files: files.count)
    }

    private func failure(to failure: SystemErrors.DataStore, _ cause: any Error) -> ErrorWrapper {
        .system(error: .dataStore(failure), causedBy: cause)
    }

    /// The files of the source, without what is built or hidden.
    private static func files(below root: String) throws -> [String: NewApplication.File] {
        var files: [String: NewApplication.File] = [:]
        guard let entries = FileManager.default.enumerator(atPath: root) else { throw PosixError("opendir", root) }
        for case let path as String in entries {
            let parts = path.split(separator: "/")
            let isBuilt = parts.last?.hasPrefix(".build") ?? false || parts.last == ".git" || parts.last == ".swiftpm"
            if isBuilt || parts.first.map(skipped.contains) ?? false {
                entries.skipDescendants()
                continue
            }
            guard entries.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            guard files.count < limits.files else { throw PosixError("readdir", root) }
            let mode = (entries.fileAttributes?[.posixPermissions] as? NSNumber)?.uint16Value ?? 0
            files[path] = NewApplication.File(
                content: Array(try InputFile.read(root + "/" + path, limit: limits.bytes)),
                isExecutable: mode & 0o100 != 0)
        }
        return files
    }

    private static func write(_ file: NewApplication.File, to path: String) throws {
        if let folder = path.parentDirectory {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let written = try FileDescriptor(
            path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: file.isExecutable ? 0o755 : 0o644)
        try written.write(Data(file.content))
    }
}

private struct NoSource: Error, CustomStringConvertible {
    let description =
        "the program was installed without its source: use the package or the tarball of a release, or a clone"
}
