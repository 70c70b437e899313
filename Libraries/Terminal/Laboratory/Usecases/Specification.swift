import Foundation
public import UsecasesEngine
import UsecasesLaboratory

extension TerminalApplication {
    /// Use cases of one subject, with the name of the subject.
    public typealias Subject = (name: Sentence, usecases: [any Usecase.Type])

    /// Returns the pages of the specification as Markdown, by the names of their files: an index, `README.md`, and a page
    /// for each subject. Without `subjects`, one page has all use cases. The pages link the sources of the use cases and
    /// their specs, in the folders `Sources/Application` and `Tests` of the package.
    ///
    /// It explores each use case. See `House.expectCurrentPages` of `UsecasesTesting`.
    public static func specification(by subjects: [Subject]? = nil, of package: String) async -> [String: String] {
        let subjects = subjects ?? [(name: Sentence(product.title), usecases: usecases)]
        return await Specification<Self>(in: package).pages(by: subjects)
    }
}

/// The pages of the use cases, as Markdown, in English, and in Japanese if the scenes are in Japanese.
private struct Specification<App: TerminalApplication> {
    typealias Subject = App.Subject

    private static var origin: String {
        "<!-- Written by `make specification` from what the use cases do: do not edit. -->"
    }

    private let explorations: [Exploration]
    private let product = App.product
    private let languages: [Language]
    /// The paths of use cases and their specs, by the names of the files.
    private let sources: [String: String]

    init(in root: String) async {
        var explorations: [Exploration] = []
        for usecase in App.usecases { explorations.append(await App.explorer.explore(usecase, drawing: .specified)) }
        self.explorations = explorations
        languages = App.usecases.allSatisfy { $0.english.isEmpty } ? [.en] : [.en, .ja]
        let paths = ["Sources/Application/", "Tests/"].flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? []).map { folder + $0 }
        }
        sources = Dictionary(paths.sorted().map { (URL(filePath: $0).lastPathComponent, $0) }) { first, _ in first }
    }

    /// Returns the texts of the pages by name.
    func pages(by subjects: [Subject]) -> [String: String] {
        var pages = ["README.md": index(of: subjects)]
        for subject in subjects {
            let sections = explorations(of: subject).flatMap(section)
            pages[page(of: subject)] = ([title(subject.name), Self.origin] + sections).joined(separator: "\n\n") + "\n"
        }
        return pages
    }

    private func explorations(of subject: Subject) -> [Exploration] {
        subject.usecases.compactMap { usecase in explorations.first { $0.usecase.name == usecase.name } }
    }

    private func page(of subject: Subject) -> String { subject.name.text(in: .en).lowercased() + ".md" }

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
        ] + boundaries(of: english)
    }

    private func boundaries(of exploration: Exploration) -> [String] {
        let lines = exploration.boundaryLines(in: .en)
        return lines.isEmpty
            ? [] : [Sentence.boundaries.text(in: .en), "```text\n" + lines.joined(separator: "\n") + "\n```"]
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
    private func index(of subjects: [Subject]) -> String {
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
