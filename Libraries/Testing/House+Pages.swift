import Foundation
import Usecases
import UsecasesLaboratory
public import UsecasesTerminal

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
