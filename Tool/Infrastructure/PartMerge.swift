import Foundation
import UsecasesEngine
import UsecasesSystem

/// The files and lines that an application lacks for a part.
struct PartMerge {
    private static let manifest = "Package.swift"
    /// The use case that the route of a service runs.
    private static let firstUsecase = "Sources/Application/Usecases/CheckStatus.swift"

    let name: ApplicationName
    /// The lines that have no place. Then nothing can be written.
    let missing: [MissingLines]
    /// Whether the application has the part.
    let isPresent: Bool
    /// The files of the alternative that the application has.
    let alternative: [String]
    private let part: ApplicationPart
    private let folder: Folder
    /// The files to write, in this order. The last one is the application, which makes the part complete.
    private let files: [(path: String, content: Data)]

    /// Reads the application. Returns `nil` if the folder has none that was made from the starter.
    init?(of part: ApplicationPart, in folder: Folder, source: SourceRoot) throws {
        guard folder.has(Self.manifest) else { return nil }
        let manifest = try folder.text(of: Self.manifest)
        guard let target = manifest.firstMatch(of: #/"(\w+)Presentation"/#),
            let name = ApplicationName(String(target.1))
        else { return nil }
        let starter = StarterFiles(name: name, libraries: Self.libraries(in: manifest), source: source)
        let (old, new) = (try starter.files(with: []), try starter.files(with: [part.rawValue]))
        let added = new.filter { old[$0.key] == nil }.sorted { $0.key < $1.key }
        var files = added.filter { !folder.has($0.key) }.map { (path: $0.key, content: Data($0.value.content)) }
        var (missing, isChanged): ([MissingLines], Bool) = ([], false)
        for (path, file) in new.sorted(by: { $0.key < $1.key }) {
            guard let original = old[path], original.content != file.content else { continue }
            guard folder.has(path) else { return nil }
            let own = try folder.text(of: path)
            let merge = LineMerge(own, from: original.text, to: file.text, file: path)
            missing += merge.missing
            guard merge.text != own else { continue }
            isChanged = true
            files.append((path, Data(StarterFiles.sortingImports(of: merge.text).utf8)))
        }
        isPresent =
            missing.isEmpty && !isChanged
            && added.contains { $0.key.hasPrefix("Sources/") && folder.has($0.key) }
        let others = try part.alternative.map { try starter.files(with: [$0.rawValue]) } ?? [:]
        alternative = others.keys.filter { old[$0] == nil && new[$0] == nil && folder.has($0) }.sorted()
        (self.part, self.name, self.folder, self.files, self.missing) = (part, name, folder, files, missing)
    }

    /// Returns the arguments of the dependency on the libraries, as the manifest has them.
    private static func libraries(in manifest: String) -> String {
        let dependency = #/\.package\(((?:name: "[^"]*", )?(?:path|url): "[^"]*"(?:, \w+: "[^"]*")?)/#
        let library = manifest.matches(of: dependency).first { $0.1.contains(LibrarySource.package) }
        return library.map { String($0.1) } ?? StarterFiles.originalLibraries
    }

    func write() throws -> AddedPart {
        for file in files { try folder.write(file.content, to: file.path) }
        return AddedPart(
            part: part, name: name, files: files.map(\.path),
            lacksUsecase: part == .service && !folder.has(Self.firstUsecase))
    }
}

extension Folder {
    /// Returns the text of a file. Throws if it is not valid, because writing it back would damage it.
    fileprivate func text(of file: String) throws -> String {
        guard let text = String(data: try read(file), encoding: .utf8) else {
            throw PosixError("read", path(of: file), code: EILSEQ)
        }
        return text
    }
}
