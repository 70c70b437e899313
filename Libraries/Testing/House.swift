import Foundation
import Usecases
import UsecasesLaboratory
public import UsecasesTerminal

/// Checks of the architecture of an application, each in one call.
public enum House {
    /// The findings of the laboratory about all use cases, as sentences: a scene that no run reaches, a loop without an end, an
    /// error that is lost, a scene without an English sentence, a sentence without a scene.
    public static func findings<App: TerminalApplication>(in application: App.Type) async -> [String] {
        await Explorations.all(in: application).flatMap { exploration in
            let usecase = exploration.usecase
            let scenes = Set([usecase.title] + usecase.scenes.map(\.name))
            let findings = exploration.findings.map { $0.sentence(about: usecase).text(in: .en) }
            let others = usecase.english.keys.filter { !scenes.contains($0) }.sorted()
            return (findings + others.map { "“\($0)” has an English sentence, but is no scene." }).map {
                "\(usecase.name): \($0)"
            }
        }
    }

    /// The imports that the layers in the folder `sources` do not allow, as sentences: Domain imports only `Usecases`, and
    /// Application also Domain and the laboratory; Infrastructure and Presentation never import each other, but for the files
    /// whose names begin with `root`, which put the application together.
    ///
    /// `prefix` is that of the modules: `Shop` for `ShopDomain`. Throws if the folder cannot be read.
    public static func forbiddenImports(in sources: String, prefix: String, root: String) throws -> [String] {
        let inner: Set = ["Synchronization", "Usecases", "UsecasesLaboratory", "\(prefix)Domain"]
        var sentences: [String] = []
        for layer in ["Domain", "Application", "Infrastructure", "Presentation"] {
            for path in try FileManager.default.subpathsOfDirectory(atPath: sources + "/" + layer).sorted() {
                guard path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOfFile: "\(sources)/\(layer)/\(path)", encoding: .utf8)
                for module in modules(importedBy: text).sorted() {
                    let isAllowed =
                        switch layer {
                        case "Domain": module == "Usecases"
                        case "Application": inner.contains(module)
                        case "Infrastructure": !["Application", "Presentation"].contains { module == prefix + $0 }
                        case _:
                            module != prefix + "Infrastructure"
                                || path.split(separator: "/").last?.hasPrefix(root) == true
                        }
                    if !isAllowed { sentences.append("\(layer)/\(path) imports \(module).") }
                }
            }
        }
        return sentences
    }

    /// The names of the modules that a source imports.
    package static func modules(importedBy source: String) -> Set<String> {
        let pattern = #/(?m)^\s*(?:@\w+\s+)*(?:\w+\s+)?import\s+(?:[a-z]+\s+)?(\w+)/#
        return Set(source.matches(of: pattern).map { String($0.1) })
    }
}

extension House {
    /// What the coverage lacks, as sentences: scenarios that no spec covers, or several, and specs that cover none of their own,
    /// or have failed. A spec is a test in a suite with the trait ``Testing/Trait/behaviour``.
    ///
    /// The specs write `file` in a run before: with `USECASES_COVERAGE` in the environment, which names it. Throws if it cannot
    /// be read.
    public static func coverageFindings<App: TerminalApplication>(
        in application: App.Type, from file: String? = Coverage.file
    ) async throws -> [String] {
        guard let file else { return ["`USECASES_COVERED` does not say where the coverage is."] }
        let lines = try Data(contentsOf: URL(filePath: file)).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Coverage.Line.self, from: $0)
        }
        let specs = Dictionary(grouping: lines) { $0.walked }.mapValues { Set($0.map(\.spec)) }
        let scenarios = await Explorations.all(in: application).flatMap { exploration in
            exploration.scenarios.map { Coverage.Walked(usecase: exploration.usecase.name, scenario: $0.name) }
        }
        let covered = scenarios.map { (scenario: $0, specs: specs[$0, default: []].sorted()) }
        let own = Set(covered.filter { $0.specs.count == 1 }.flatMap(\.specs))
        let idle = Set(lines.map(\.spec)).subtracting(own)
        let failed = Set(lines.filter { !$0.passed }.map(\.spec))
        return covered.filter { $0.specs.isEmpty }.map { "No spec covers \($0.scenario)" }
            + covered.filter { $0.specs.count > 1 }.map {
                "Several specs cover \($0.scenario): \($0.specs.joined(separator: ", "))"
            }
            + idle.sorted().map { "This spec covers no scenario of its own: \($0)" }
            + failed.sorted().map { "This spec failed: \($0)" }
    }
}

extension House {
    /// The pages in the folder `docs` that do not say what the application does, as sentences: `usecases/README.md`, a page for
    /// each use case beside it, the same in English in `usecases/en`, and `errors.md`. An application with English scenes has
    /// its pages only in English, in `usecases`.
    ///
    /// With `USECASES_PAGES=write` in the environment it writes the pages, and removes those of no use case. Throws if it
    /// cannot.
    public static func stalePages<App: TerminalApplication>(
        of application: App.Type, in docs: String
    ) async throws -> [String] {
        guard ProcessInfo.processInfo.environment["USECASES_PAGES"] == "write" else {
            let pages = await pages(of: application)
            let stale = pages.filter { (try? String(contentsOfFile: "\(docs)/\($0)", encoding: .utf8)) != $1 }
            return stale.keys.sorted().map { "\($0) is missing or stale: run `make specification`." }
                + others(than: pages, in: docs).map { "\($0) is the page of no use case: run `make specification`." }
        }
        try await writePages(of: application, in: docs)
        return []
    }

    /// Throws if a page cannot be written or removed.
    package static func writePages<App: TerminalApplication>(of application: App.Type, in docs: String) async throws {
        let pages = await pages(of: application)
        for path in others(than: pages, in: docs) { try FileManager.default.removeItem(atPath: "\(docs)/\(path)") }
        for (path, text) in pages {
            let place = URL(filePath: "\(docs)/\(path)")
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        }
    }

    /// The paths of the other pages in the folders of use cases, in order.
    private static func others(than pages: [String: String], in docs: String) -> [String] {
        ["usecases", "usecases/en"].flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(docs)/\(folder)")) ?? [])
                .filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }.filter { pages[$0] == nil }.sorted()
    }

    /// The texts of the pages by their paths.
    private static func pages<App: TerminalApplication>(of application: App.Type) async -> [String: String] {
        let explorations = await Explorations.all(in: application)
        let isAlone = App.isInEnglish
        var pages = ["errors.md": ErrorsPage(usageErrors: App.allUsageErrors).text]
        for language in isAlone ? [.en] : Language.allCases {
            let folder = SpecificationFolder(language, isAlone: isAlone).path
            pages["\(folder)/README.md"] =
                UsecaseIndex(explorations, of: App.product, in: language, isAlone: isAlone).text
            for exploration in explorations {
                pages["\(folder)/\(exploration.usecase.name).md"] =
                    UsecasePage(exploration, of: App.product, in: language, isAlone: isAlone).text
            }
        }
        return pages
    }
}
