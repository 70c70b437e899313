package import CalearningDomain
import Foundation
package import Usecases
import UsecasesSystem

/// Writes applications into folders: the starter, renamed.
package actor FileApplicationMaker: ApplicationMaker {
    private let findSource: @Sendable () -> SourceRoot?
    private let randomSource: any RandomSource
    /// File operations block their thread.
    private let executor = BlockingExecutor(label: "\(Product.own.name).application-maker")

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
            throw failure(to: .読み込みに失敗(location: directory, content: .application), PosixError("stat", directory))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return false }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty
        } catch {
            throw failure(to: .読み込みに失敗(location: directory, content: .application), error)
        }
    }

    package func make(_ order: ApplicationOrder) async throws(ErrorWrapper) -> MadeApplication {
        guard let source = findSource() else {
            throw failure(to: .読み込みに失敗(location: "share/\(Product.own.name)/source", content: .application), NoSource())
        }
        guard try await isFree(order.directory) else {
            throw failure(
                to: .書き込みに失敗(location: order.directory, content: .application),
                PosixError("rename", order.directory, code: ENOTEMPTY))
        }
        let files: [String: MaterialFile]
        do {
            files = try NewApplication(order: order, source: source).files()
        } catch {
            throw failure(to: .読み込みに失敗(location: source.path, content: .application), error)
        }
        let place = order.directory.hasSuffix("/") ? String(order.directory.dropLast()) : order.directory
        let making = "\(place).\(String(randomSource.next(), radix: 16))"
        do {
            try await NewFolder.make(at: place, as: making) {
                for (path, file) in files.sorted(by: { $0.key < $1.key }) { try file.write(to: making + "/" + path) }
            }
        } catch {
            throw failure(to: .書き込みに失敗(location: order.directory, content: .application), error)
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
