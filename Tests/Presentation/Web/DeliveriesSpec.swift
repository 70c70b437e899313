#if Server
import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesService
@testable import UsecasesTerminal
@testable import UsecasesWeb

private let pages = Catalogue.usecases.filter { $0 is any PagedUsecase.Type }.compactMap { UsecasePlace($0) }
private let shownUsecases = Catalogue.usecases.filter {
    $0 is any ShownUsecase.Type && $0.actors.contains(.user)
}

/// The end of a run as each delivery shows it: as text, as JSON, and in a browser.
private struct Delivered {
    let screen: Screen
    let report: Report
    let language: Language
    var document: String

    init(_ screen: Screen, of report: Report, in language: Language) {
        self.screen = screen
        self.report = report
        self.language = language
        document =
            ScreenMarkup(of: .own, menu: [], links: PageLinks(pages), token: "t", in: language)
            .document(BrowserPage(screen, at: "/web")).text
    }

    private var name: String {
        let ending =
            switch report.ending {
            case .goal: report.scenes.last?.declared.name ?? ""
            case .failure(let error): error.name
            }
        return "\(report.usecase) → \(ending) → \(screen.name ?? "error") in \(language)"
    }

    /// The lines that each delivery shows. The plain lines of a list name its items for other commands, which a browser
    /// does not have, so the lines on a terminal count.
    private var lines: [String] {
        guard let choices = screen.view as? Choices else { return screen.view.plainLines(in: language) }
        return ([choices.notice ?? choices.heading] + choices.list.flatMap(\.lines)).map {
            $0.text(in: language).printable
        }
    }

    private var actions: [String] {
        let view = screen.view
        let ofItems = (0..<view.choices).flatMap { view.keys(at: $0).dropLast(view.keys.count) }
        let keys = (ofItems + view.keys).filter(isInBrowser).map(\.action)
        return (keys + (view.form.map { [$0.action] } ?? [])).map {
            let text = $0.text(in: language).printable
            return text.prefix(1).uppercased() + text.dropFirst()
        }
    }

    /// Whether a browser has the key. It cannot quit, and the use cases of a developer's machine have no page.
    private func isInBrowser(_ key: KeyBinding) -> Bool {
        switch key.effect {
        case .leave: false
        case .again: true
        case .dispatch(let behaviour): isPage(behaviour.address)
        case .show(let screen): screen.address.map(isPage) ?? false
        }
    }

    private func isPage(_ address: PageAddress) -> Bool { pages.contains { $0.usecase == address.usecase } }

    /// The differences between the deliveries, each with the name of the screen.
    func differences() throws -> [String] {
        (try fromText() + fromJSON()).map { "\(name): \($0)" }
    }

    private func fromText() throws -> [String] {
        let tree = try HTMLTree(document)
        let texts = Set(
            tree.elements.flatMap { [$0.text] + $0.text.split(separator: "\n").map(String.init) }.map(\.printable))
        var found = lines.filter { !$0.isEmpty && !texts.contains($0) }.map { "no line “\($0)”" }
        let buttons = tree.actions().map { $0.text.printable }
        if buttons.sorted() != actions.sorted() { found.append("the buttons \(buttons) instead of \(actions)") }
        let form = screen.view.form
        let fields = tree.all("input", in: "main").filter { $0["type"] != "hidden" }.compactMap { $0["name"] }
        let chosen = tree.all("select", in: "main").compactMap { $0["name"] }
        if (fields + chosen).sorted() != (form?.fields ?? []).map(\.name).sorted() {
            found.append("the fields \(fields + chosen)")
        }
        if screen.exitStatus != report.exitStatus { found.append("the status \(report.exitStatus)") }
        return found
    }

    private func fromJSON() throws -> [String] {
        let json = try JSONObject(JSONReport(report: report, language: language).jsonLine)
        switch report.ending {
        case .goal:
            var found: [String] = []
            if json["view"] != screen.name { found.append("the view \(json["view"] ?? "–") in JSON") }
            if json["goal"] != report.scenes.last?.declared.name { found.append("the goal \(json["goal"] ?? "–")") }
            return found
        case .failure:
            let heading = try HTMLTree(document).all("h1").first?.text.printable
            let message = (json.error?["message"] as? String)?.printable
            return message == heading && screen.name == nil ? [] : ["the error \(message ?? "–") in JSON"]
        }
    }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct どこで見ても同じ {
    /// Returns the end of each way, for all outcomes of the ports. Equal ends are left out.
    private func endings<U: Usecase>(of usecase: U.Type) async -> [(screen: Screen, report: Report)] {
        var endings: [(screen: Screen, report: Report)] = []
        var shown: Set<Screen> = []
        await U.forEachWay { beginning, outcomes in
            var dependencies = Dependencies.fixture()
            dependencies.taps.append(outcomes)
            let presenter = ScreenPresenter(dependencies: dependencies, splash: .zero, actor: .user)
            let report = await presenter.dispatch(beginning)
            let screen = presenter.screen
            if shown.insert(screen).inserted { endings.append((screen, report)) }
        }
        return endings
    }

    @Test(arguments: shownUsecases) func どの終わりも文でもJSONでもブラウザでも同じ(usecase: any Usecase.Type) async throws {
        let endings = await endings(of: usecase)

        #expect(!endings.isEmpty)
        for (screen, report) in endings {
            for language in Language.allCases {
                try expect(Delivered(screen, of: report, in: language).differences(), equals: [])
            }
        }
    }

    /// A form is answered from its stored goal, perhaps by another server.
    @Test(arguments: shownUsecases) func 保存した終わりからも同じ画面ができる(usecase: any Usecase.Type) async throws {
        guard let place = UsecasePlace(usecase) else { return }
        for (screen, report) in await endings(of: usecase) {
            guard let goal = report.storedGoal else { continue }
            try expect(place.screen(goal, report.startedAt), equals: screen)
        }
    }

    @Test func 段落やボタンや欄が一つ欠ければ名指しされる() async throws {
        let endings = await endings(of: SignUp.self)
        let ending = try #require(
            endings.first { $0.screen.view.form?.fields.contains { $0.remark != nil } == true })
        let whole = Delivered(ending.screen, of: ending.report, in: .en)
        try expect(whole.differences(), equals: [])

        let planted = [
            (#/<a href="#f-[^<]*</a>/#, "no line “"), (#/<button class="primary"[^<]*</button>/#, "the buttons [] "),
            (#/<input id="f-[^>]*>/#, "the fields "),
        ]
        for (part, difference) in planted {
            var broken = whole
            broken.document = whole.document.replacing(part, with: "", maxReplacements: 1)
            #expect(broken.document != whole.document)

            let found = try broken.differences()

            #expect(found.count == 1, "\(found)")
            #expect(found.allSatisfy { $0.hasPrefix("SignUp → ") && $0.contains(difference) }, "\(found)")
        }
    }
}
#endif
