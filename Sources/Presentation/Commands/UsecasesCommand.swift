import Application
import ArgumentParser

struct UsecasesCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown, html, mermaid, dot
    }

    static let configuration = CommandConfiguration(
        commandName: "usecases",
        abstract: "List the use cases, or show every scenario that can happen in one.",
        usage: "calearning usecases [<name>] [<options>]",
        discussion: "The real use case is run over every combination of what its ports can come to. Nothing is changed."
    )

    @Argument(
        help: "The use case, such as Boot; all of them if not given.", completion: .list(Self.names))
    var name: String?

    @Option(help: "What to write: a list or a tree for people, or a document in another language.")
    var format = Format.text

    @Option(
        help: ArgumentHelp(
            "Which scenarios the specs cover, for the page in HTML.",
            discussion: "JSON lines, each with spec, passed, usecase, scenes and failure.", valueName: "file"),
        completion: .file())
    var coverage: String?

    func validate() throws {
        if let name, !Self.names.contains(name) {
            throw ValidationError(.noSuchUsecase(name, known: Self.names))
        }
        if name == nil, [.mermaid, .dot].contains(format) {
            throw ValidationError(.diagramOfAll)
        }
        if coverage != nil, format != .html {
            throw ValidationError(.coverageElsewhere)
        }
    }

    func run() async throws {
        let coverage = try readCoverage()
        let entries = Catalogue.usecases.filter { name == nil || name == $0.name }
        var explorations: [Exploration] = []
        for entry in entries { explorations.append(await CompositionRoot.explorer.explore(entry)) }
        if format == .html {
            try Console.write(HtmlPage(explorations, coverage: coverage).markup.text, terminator: "")
        } else if name != nil, let exploration = explorations.first {
            try write(exploration)
        } else {
            try write(explorations)
        }
        for exploration in explorations {
            for finding in exploration.findings {
                Console.note("calearning: \(exploration.usecase.name): \(finding)")
            }
        }
        guard explorations.allSatisfy(\.findings.isEmpty) else { throw ExitCode(ExitStatus.systemError.rawValue) }
    }

    private func readCoverage() throws -> ScenarioCoverage? {
        guard let coverage else { return nil }
        try coverage.checkName(of: "--coverage")
        do {
            return try CoverageFile.coverage(in: CompositionRoot.content(of: coverage), from: coverage)
        } catch {
            throw Console.ending(with: ErrorReport(error), in: .spoken)
        }
    }

    private func write(_ exploration: Exploration) throws {
        switch format {
        case .text: try Console.write(UsecaseText(exploration).lines.joined(separator: "\n"))
        case .json: try Console.write(ExplorationJSON(exploration).jsonLine)
        case .markdown: try Console.write(UsecasePage(exploration).text, terminator: "")
        case .mermaid: try Console.write(Diagram.mermaid(SceneGraph(exploration)))
        case .dot: try Console.write(Diagram.dot(SceneGraph(exploration), name: exploration.usecase.name))
        case .html: break
        }
    }

    private func write(_ explorations: [Exploration]) throws {
        switch format {
        case .text: try Console.write(UsecaseList(explorations).lines.joined(separator: "\n"))
        case .json: try Console.write(explorations.map(ExplorationJSON.init).jsonLine)
        case .markdown: try Console.write(UsecaseIndex(explorations).text, terminator: "")
        case .html, .mermaid, .dot: break
        }
    }

    private static let names = Catalogue.usecases.map { $0.name }
}
