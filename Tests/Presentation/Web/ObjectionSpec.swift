import CalearningApplication
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal
@testable import UsecasesWeb

/// A form that asks for corrections before anything runs, on a terminal and in a browser.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct 実行の前の断り {
    private let runs = NotedRuns()
    private let rule = "A login has 1 to 39 letters"

    private func dependencies(_ clock: any Clock) -> Dependencies {
        var dependencies = Dependencies.fixture(clock: clock)
        dependencies.taps.append(runs)
        return dependencies
    }

    @Test func 端末では直すところが欄の下に出て_打ったものは残る() async {
        let display = InMemoryDisplay()
        let clock = ManualClock()
        let presenter = Presenter(dependencies: dependencies(clock))
        presenter.show(.userLookUp())
        let session = TerminalSession(presenter: presenter, display: display, clock: clock, language: .en)
        let ending = Task { await session.run() }
        await display.shows("› Login")

        display.send(.keys("a--b".map { .character($0) } + [.enter]))
        await display.shows("! " + rule)
        #expect(display.text.contains("a--b"))
        #expect(runs.count == 0)
        display.send(.keys([.control("u")] + "octocat".map { .character($0) } + [.enter]))
        await display.shows("The Octocat (octocat)")

        #expect(runs.all.map(\.usecase) == ["LookUpGitHubUser"])
        display.send(.keys([.character("q")]))
        _ = await ending.boundValue
    }

    @Test func ブラウザでも同じ() async throws {
        let session = BrowserSession(
            dependencies: dependencies(ImmediateClock()), start: .userLookUp(), menu: [], in: .en)
        func submit(_ login: String) async throws {
            #expect(session.perform(.submit, onPage: session.page.number, with: ["login": Secret(login)]))
            try await eventually("it has ended") { !session.isRunning }
        }

        for login in ["", "a--b", "-a", String(repeating: "a", count: 40)] {
            try await submit(login)
            #expect(session.page.screen.name == "user-lookup")
            #expect(session.page.screen.view.plainLines(in: .en).contains { $0.contains(rule) })
            #expect(session.page.entry?["login"].reveal() == login)
        }
        #expect(runs.count == 0)
        try await submit("octocat")

        #expect(session.page.screen.name == "user")
        #expect(runs.all.map(\.usecase) == ["LookUpGitHubUser"])
    }
}
