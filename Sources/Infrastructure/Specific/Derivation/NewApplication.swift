import CalearningDomain
import Usecases

/// The files of an application that is derived from this one.
struct NewApplication {
    struct File: Equatable {
        var content: [UInt8]
        var isExecutable = false

        /// `nil` if it is not text.
        var text: String? { String(validating: content, as: UTF8.self) }

        /// The file with the text of `part` in the place that is marked for it.
        func filled(with part: File?) -> File {
            guard let text, text.contains("{service}\n") else { return self }
            var copy = self
            copy.content = Array(text.replacing("{service}\n", with: part?.text ?? "").utf8)
            return copy
        }

        mutating func leaveOutLines(where isUnwanted: (Substring) -> Bool) {
            let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            content = Array(lines.filter { !isUnwanted($0) }.joined(separator: "\n").utf8)
        }
    }

    /// The use case that it begins with.
    static let example = "CheckServiceStatus"
    /// The command that runs the service.
    static let service = "ServeCommand"
    /// The folder of what lies over the files that are derived.
    static let starter = "Starter/"
    /// The folder of what lies over them as well if there is a service.
    static let starterOfService = "Starter/Service/"
    private static let always = [".gitignore", ".swift-format", "LICENSE"]

    /// `nil` if it keeps that of this one.
    let name: NewName?
    let withService: Bool
    /// Where it came from, in one line.
    let origin: String

    /// `source` has the files of this repository by their paths; so has what is returned.
    func files(from source: [String: File]) -> [String: File] {
        var taken = surroundings(in: source)
        let folders = Self.folders(of: source.keys)
        let takenFolders = Self.folders(of: taken.keys)
        let isLeftOut: (String) -> Bool = { path in
            if source[path] != nil { return taken[path] == nil && path != Self.manifest }
            return folders.contains(path) && !takenFolders.contains(path) && !Self.isKept(path)
        }
        let roots: Set = withService ? [Self.example, Self.service] : [Self.example]
        var derivation = Derivation(roots: roots, withService: withService, isLeftOut: isLeftOut)
        let sources = derivation.derive(
            from: source.filter { Self.isSource($0.key) }.compactMapValues(\.text),
            own: taken.filter { Self.isSource($0.key) }.compactMapValues(\.text))
        let imports = Derivation.imports(of: sources.values)
        for (path, file) in source where path.hasPrefix("Libraries/") {
            if imports.contains(String(path.split(separator: "/")[1])) { taken[path] = file }
        }
        // It begins with the version of its own changelog.
        let (version, first) = ("version: \"\(Product.own.version)\"", "version: \"0.1.0\"")
        for (path, text) in sources {
            taken[path] = File(content: Array(text.replacing(version, with: first).utf8))
        }
        if let manifest = source[Self.manifest]?.text {
            let text = Derivation.manifest(
                manifest, imports: imports, conditions: Derivation.conditions(of: sources.values)
            ) { path in [path, Self.presentation + path].contains { source[$0] != nil && taken[$0] == nil } }
            taken[Self.manifest] = File(content: Array(text.utf8))
        }
        if let paths = taken.removeValue(forKey: Self.ownPaths)?.text, let contract = source[Self.contract]?.text {
            let text = Derivation.contract(contract, with: paths, literals: derivation.literals)
            taken[Self.contract] = File(content: Array(text.utf8))
        }
        addPages(to: &taken, from: source, sources)
        let lost = derivation.lostSentences
        taken[Self.errors]?.leaveOutLines { line in lost.contains { line.hasPrefix("| \($0)") } }
        // No manual is made of the new application.
        taken[Self.unit]?.leaveOutLines { $0.hasPrefix("Documentation=man:") }
        return renamed(taken)
    }

    private static let unit = "deploy/\(Product.own.name).service"
    private static let manifest = "Package.swift"
    private static let presentation = "Sources/Presentation/"
    /// What the service answers, and what is put into its paths.
    private static let contract = "Sources/Presentation/Specific/Server/openapi.json"
    private static let ownPaths = "Sources/Presentation/Specific/Server/paths.json"

    private static func isKept(_ folder: String) -> Bool {
        ["Libraries", "Sources", "Tests", "docs/usecases"].contains { folder == $0 || folder.hasPrefix($0 + "/") }
    }

    private static func isSource(_ path: String) -> Bool {
        path.hasSuffix(".swift") && ["Libraries/", "Sources/", "Tests/"].contains { path.hasPrefix($0) }
    }

    private static func folders(of paths: some Sequence<String>) -> Set<String> {
        var found: Set<String> = []
        for path in paths {
            var rest = path[...]
            while let slash = rest.lastIndex(of: "/") {
                rest = rest[..<slash]
                guard found.insert(String(rest)).inserted else { break }
            }
        }
        return found
    }

    /// What is not source: the starter's own files, and whatever is named by a file that is taken.
    private func surroundings(in source: [String: File]) -> [String: File] {
        var taken: [String: File] = [:]
        for path in Self.always { taken[path] = source[path] }
        for (path, file) in source where path.hasPrefix(Self.starter) && !path.hasPrefix(Self.starterOfService) {
            let path = String(path.dropFirst(Self.starter.count))
            taken[path] = file.filled(with: withService ? source[Self.starterOfService + path] : nil)
        }
        for (path, file) in source where withService && path.hasPrefix(Self.starterOfService) {
            let path = String(path.dropFirst(Self.starterOfService.count))
            if taken[path] == nil { taken[path] = file }
        }
        if withService { taken[Self.contract] = source[Self.contract] }
        var open = Array(taken.keys)
        while let path = open.popLast() {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            for named in taken[path]?.text?.namedFiles(from: folder) ?? [] {
                guard taken[named] == nil, let file = source[named], isSurrounding(named) else { continue }
                taken[named] = file
                open.append(named)
            }
        }
        return taken
    }

    private func isSurrounding(_ path: String) -> Bool {
        let folders = withService ? ["docs/", "Scripts/", "deploy/"] : ["docs/", "Scripts/"]
        return folders.contains { path.hasPrefix($0) } && !path.hasPrefix(Self.pages)
    }

    // MARK: - The generated pages

    private static let pages = "docs/usecases/"
    private static let errors = "docs/errors.md"

    /// The pages of the use cases that are kept, and of the lists of all use cases what does not name others.
    private func addPages(to taken: inout [String: File], from source: [String: File], _ sources: [String: String]) {
        let usecases = "Sources/Application/Specific/Usecases/"
        let names = sources.keys.filter { $0.hasPrefix(usecases) }.map { $0.dropFirst(usecases.count).dropLast(6) }
        let left = source.filter { $0.key.hasPrefix(usecases) && sources[$0.key] == nil }.compactMapValues(\.text)
        let rows = left.values.flatMap { text in
            text.matches(of: #/\btitle(?: =|:) "([^"]+)"/#).map { "| \($0.1) |" }
        }
        for (path, file) in source where path.hasPrefix(Self.pages) {
            let page = path.split(separator: "/").last.map { $0.dropLast(3) } ?? ""
            guard page == "README" else {
                if names.contains(page) { taken[path] = file }
                continue
            }
            taken[path] = file
            taken[path]?.leaveOutLines { line in rows.contains { line.contains($0) } }
        }
    }

    // MARK: - Its name

    private func renamed(_ files: [String: File]) -> [String: File] {
        var renamed: [String: File] = [:]
        for (path, file) in files {
            var copy = file
            if var text = file.text {
                if path == "LICENSE" { text = text.replacing("\n\nPermission", with: "\n{origin}\n\nPermission") }
                text = (name?.put(into: text) ?? text).replacing("{origin}", with: origin)
                copy.content = Array(text.utf8)
            }
            renamed[name?.put(into: path) ?? path] = copy
        }
        return renamed
    }
}

extension String {
    /// The files that it names, by their paths in the repository or by links from `folder`.
    fileprivate func namedFiles(from folder: String) -> [String] {
        let links = matches(of: #/\]\(([^)#:\s]+)/#).map { String($0.1) }
        return paths + (folder.isEmpty ? links : links.map { "\(folder)/\($0)" })
    }
}
