import Foundation
public import Testing
public import UsecasesEngine
import UsecasesLaboratory
public import UsecasesTerminal

extension House {
    /// Use cases of one subject, with the name of the subject.
    public typealias Subject = (name: Sentence, usecases: [any Usecase.Type])

    /// Expects that the pages in the folder `docs/usecases` match the application. The pages are an index, `README.md`, and
    /// a page for each subject. Without `subjects`, one page has all use cases.
    ///
    /// If the environment has `USECASES_PAGES=write`, it writes the pages instead, and removes all others. Throws an error
    /// if it cannot write or remove a page.
    public static func expectCurrentPages<App: TerminalApplication>(
        of application: App.Type, by subjects: [Subject]? = nil, in docs: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isWriting = ProcessInfo.processInfo.environment["USECASES_PAGES"] == "write"
        record(try await stalePages(of: application, by: subjects, in: docs, writing: isWriting), sourceLocation)
    }

    package static func stalePages<App: TerminalApplication>(
        of application: App.Type, by subjects: [Subject]? = nil, in docs: String, writing: Bool
    ) async throws -> [String] {
        let folder = docs + "/usecases"
        let subjects = subjects ?? [(name: Sentence(App.product.title), usecases: App.usecases)]
        let root = URL(filePath: docs).deletingLastPathComponent().path
        let pages = await Specification(of: App.self, in: root).pages(by: subjects)
        let existing = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let others = existing.filter { $0.hasSuffix(".md") && pages[$0] == nil }.sorted()
        guard writing else {
            let stale = pages.filter { (try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) != $1 }
            return stale.keys.sorted().map { "usecases/\($0) is missing or stale: run `make specification`." }
                + others.map { "usecases/\($0) is the page of no subject: run `make specification`." }
        }
        for page in others { try FileManager.default.removeItem(atPath: "\(folder)/\(page)") }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (page, text) in pages { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(page)")) }
        return []
    }
}

/// The pages of the use cases, as Markdown, in English, and in Japanese if the scenes are in Japanese.
private struct Specification {
    private static let origin = "<!-- Written by `make specification` from what the use cases do: do not edit. -->"

    private let explorations: [Exploration]
    private let product: Product
    private let languages: [Language]
    /// The paths of use cases and their specs, by the names of the files.
    private let sources: [String: String]

    init<App: TerminalApplication>(of application: App.Type, in root: String) async {
        explorations = await Explorations.all(in: application)
        product = App.product
        languages = App.usecases.allSatisfy { $0.english.isEmpty } ? [.en] : [.en, .ja]
        let paths = ["Sources/Application/", "Tests/"].flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? []).map { folder + $0 }
        }
        sources = Dictionary(paths.sorted().map { (URL(filePath: $0).lastPathComponent, $0) }) { first, _ in first }
    }

    /// Returns the texts of the pages by name.
    func pages(by subjects: [House.Subject]) -> [String: String] {
        var pages = ["README.md": index(of: subjects)]
        for subject in subjects {
            let sections = explorations(of: subject).flatMap(section)
            pages[page(of: subject)] = ([title(subject.name), Self.origin] + sections).joined(separator: "\n\n") + "\n"
        }
        return pages
    }

    private func explorations(of subject: House.Subject) -> [Exploration] {
        subject.usecases.compactMap { usecase in explorations.first { $0.usecase.name == usecase.name } }
    }

    private func page(of subject: House.Subject) -> String { subject.name.text(in: .en).lowercased() + ".md" }

    private func title(_ name: Sentence) -> String { "# " + joined(name) }

    private func joined(_ sentence: Sentence) -> String { cells(sentence).joined(separator: " / ") }

    /// The sentence in each language of the pages.
    private func cells(_ sentence: Sentence) -> [String] { languages.map(sentence.text(in:)) }
}

/// The sections of use cases.
extension Specification {
    private func section(_ exploration: Exploration) -> [String] {
        let (usecase, english) = (exploration.usecase, exploration.localized(in: .en))
        let links = [("source", usecase.name), ("spec", usecase.name + "Spec")].compactMap { word, file in
            sources[file + ".swift"].map { "[\(word)](../../\($0))" }
        }
        let facts = [invocation(of: usecase), "by " + usecase.actorList(in: .en)] + links
        let scenes = zip(usecase.scenes, english.usecase.scenes).map { scene, english in
            row([scene.course.rawValue] + cells(Sentence(en: english.name, ja: scene.name)))
        }
        let trees = english.trees(isOutline: true).map { tree in
            TreeText(tree).lines.flatMap { $0.wrappedBelow(to: 118) }.joined(separator: "\n")
        }
        return [
            "## \(usecase.name)",
            facts.joined(separator: ", ") + "." + (usecase.isDurable ? " " + Sentence.durable.text(in: .en) : ""),
            table([""] + cells(Sentence(en: english.usecase.title, ja: usecase.title)), scenes),
            "```text\n" + trees.joined(separator: "\n\n") + "\n```",
        ]
    }

    private func invocation(of usecase: UsecaseDescription) -> String {
        usecase.invocation.words(of: product, in: .en).map { $0.isCode ? "`\($0.text)`" : $0.text }.joined()
    }

    private func table(_ head: [String], _ rows: [String]) -> String {
        ([row(head), row(head.map { _ in "---" })] + rows).joined(separator: "\n")
    }

    private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

/// The index.
extension Specification {
    private func index(of subjects: [House.Subject]) -> String {
        let head = ["use case"] + cells(Sentence(en: "title", ja: "題")) + ["run by", "actors"]
        let tables = subjects.flatMap { subject in
            let page = page(of: subject)
            let rows = explorations(of: subject).map { exploration in
                let usecase = exploration.usecase
                let title = Sentence(en: exploration.localized(in: .en).usecase.title, ja: usecase.title)
                let link = "[\(usecase.name)](\(page)#\(usecase.name.lowercased()))"
                let actors = usecase.actors.reversed().map { $0.word.text(in: .en) }.joined(separator: ", ")
                return row([link] + cells(title) + [invocation(of: usecase), actors])
            }
            return ["## [\(joined(subject.name))](\(page))", table(head, rows)]
        }
        let introduction = [Sentence.howToRead(product), .refusedActors]
        let paragraphs = languages.map { language in
            introduction.map { $0.text(in: language) }.joined(separator: language == .en ? " " : "")
        }
        return ([title(Sentence(en: "Use cases", ja: "ユースケース")), Self.origin] + paragraphs + tables)
            .joined(separator: "\n\n") + "\n"
    }
}

extension Sentence {
    fileprivate static func howToRead(_ product: Product) -> Sentence {
        Sentence(
            en: """
                Each use case has its scenes, and a tree of its scenarios. A call of a port branches into its outcomes, \
                each with the scenes that follow. `◎` is a goal. `✗` is an error, without a name the error of the failed \
                call. `…` below a scene stands for the same continuation further up. `\(product.name) usecases NAME` prints \
                the tree with its values.
                """,
            ja: """
                各ユースケースには、シーンの一覧とシナリオの木があります。ポートの呼び出しから結果が枝分かれし、それぞれに続くシーンを示します。\
                `◎`はゴール、`✗`はエラーです。名前のない`✗`は失敗した呼び出しのエラー、シーンの下の`…`は上にあるものと同じ続きです。\
                `\(product.name) usecases NAME`は、この木を値とともに表示します。
                """)
    }
}
