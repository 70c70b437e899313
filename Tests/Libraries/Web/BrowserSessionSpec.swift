import Testing
import Usecases
import UsecasesTesting

@testable import CalearningTestSupport
@testable import UsecasesTerminal
@testable import UsecasesWeb

@MainActor
@Suite(.timeLimit(.minutes(5))) struct ブラウザのセッション {
    private let runs = NotedRuns()
    private let clock = ManualClock()
    private static let unreachable = ErrorWrapper.service(error: .client(.ネットワーク接続不可))

    private static let knocking = Behaviour(Knock.initial(name: "Ada"))
    private static let start = Screen(
        "start",
        Page(
            heading: Sentence("Start"), paragraphs: [],
            keys: [.fixture("knock", .dispatch(knocking)), .fixture("the door", .show(.door())), .quit]),
        isStart: true)

    /// Returns a session whose runs end by themselves, unless `isSlow`.
    private func session(
        _ screen: Screen = Self.start, menu: [KeyBinding] = [], isSlow: Bool = false
    ) -> BrowserSession {
        var dependencies = Dependencies.testing(clock: isSlow ? clock : ImmediateClock())
        dependencies.taps.append(runs)
        return BrowserSession(dependencies: dependencies, start: screen, menu: menu, in: .en)
    }

    private func settled(_ session: BrowserSession) async throws {
        try await eventually("the run has ended") { !session.isRunning }
    }

    /// Performs an action of the current page, and waits for its end. Returns whether it was performed.
    @discardableResult
    private func perform(
        _ action: BrowserAction, _ session: BrowserSession, with texts: [String: Secret] = [:]
    ) async throws -> Bool {
        let isPerformed = session.perform(action, onPage: session.page.number, with: texts)
        try await settled(session)
        return isPerformed
    }

    private func heading(_ session: BrowserSession) -> String {
        session.page.screen.view.plainLines(in: .en).first ?? ""
    }

    @Test func キーはユースケースを実行しゴールの画面を見せる() async throws {
        let session = session()
        let number = session.page.number

        let isPerformed = session.perform(.key(0), onPage: number, with: [:])

        #expect(isPerformed && session.isRunning && session.page.running.isRunning)
        try await settled(session)
        #expect(heading(session) == "Come in, Ada")
        #expect(session.page.number != number)
        #expect(runs.all.map(\.actor) == [.user])
    }

    @Test func 前のページの操作は何もしない() async throws {
        let session = session()
        let old = session.page.number
        try await perform(.key(1), session)
        let number = session.page.number

        for action in [BrowserAction.key(0), .submit, .back, .menu(0)] {
            #expect(!session.perform(action, onPage: old, with: ["name": "Ada"]))
            #expect(!session.perform(action, onPage: number + 1, with: ["name": "Ada"]))
        }

        #expect(!session.isRunning)
        #expect(session.page.number == number)
        #expect(session.page.screen.name == "door")
        #expect(runs.count == 0)
    }

    @Test func 二度送っても一度だけ実行する() async throws {
        let session = session(.door(), isSlow: true)
        let number = session.page.number

        #expect(session.perform(.submit, onPage: number, with: ["name": "Ada"]))
        await clock.sleepers(1)
        let during = session.page.number
        for other in [number, during] {
            #expect(!session.perform(.submit, onPage: other, with: ["name": "Ada"]))
        }
        session.start(Self.knocking)
        clock.advance(by: .seconds(1))
        try await settled(session)
        #expect(!session.perform(.submit, onPage: number, with: ["name": "Ada"]))

        #expect(runs.count == 1)
        #expect(heading(session) == "Come in, Ada")
    }

    @Test func 実行中は場面を見せる() async throws {
        let session = session(isSlow: true)

        _ = session.perform(.key(0), onPage: session.page.number, with: [:])
        await clock.sleepers(1)

        try await eventually("the scene is shown") { session.page.running.scene != nil }
        #expect(session.page.running.scene?.text(in: .ja) == "アプリは扉を叩く")
        clock.advance(by: .seconds(1))
        try await settled(session)
        #expect(session.page.running.scene == nil)
    }

    @Test func 戻れば前の画面_始めの画面からは戻れない() async throws {
        let session = session()
        #expect(!session.page.canGoBack)
        try await expect(perform(.back, session), equals: false)

        try await perform(.key(1), session)
        #expect(session.page.canGoBack)
        let number = session.page.number
        try await expect(perform(.back, session), equals: true)

        #expect(session.page.screen == Self.start)
        #expect(session.page.number != number)
        #expect(!session.page.canGoBack)
    }

    @Test func 失敗のあとは同じことをもう一度試せ_ゴールのあとは試せない() async throws {
        let session = session(.door())
        runs.fail(with: Self.unreachable)
        try await perform(.submit, session, with: ["name": "Ada"])
        #expect(session.page.screen.name == nil)
        #expect(session.page.screen.view.keys.first?.effect == .again)

        runs.fail(with: nil)
        try await expect(perform(.key(0), session), equals: true)
        #expect(heading(session) == "Come in, Ada")
        // The secret of the form is not kept for this.
        try await expect(perform(.key(0), session), equals: false)

        #expect(runs.count == 2)
    }

    @Test func 打ったものは残り_秘密は残らない() async throws {
        let session = session(.door())
        runs.fail(with: Self.unreachable)

        try await perform(.submit, session, with: ["name": "Ada", "word": "sesame", "other": "x"])
        try await expect(perform(.back, session), equals: true)

        #expect(session.page.screen.name == "door")
        #expect(session.page.entry?["name"].reveal() == "Ada")
        #expect(session.page.entry?["word"].reveal() == "")
        #expect(session.page.entry?["other"].reveal() == "")
    }

    @Test func 断られた入力は何も実行せず_直すところを見せる() async throws {
        let session = session(.door())
        let number = session.page.number

        try await expect(perform(.submit, session, with: ["name": "", "word": "sesame"]), equals: true)

        #expect(runs.count == 0)
        #expect(session.page.number != number)
        #expect(session.page.screen == .door(remark: Sentence("A name is needed.")))
        #expect(!session.page.canGoBack)
        let document = ScreenMarkup(of: Product(name: "shop", version: "1"), menu: [], token: "t", in: .en)
            .document(session.page).text
        #expect(document.contains("A name is needed.") && !document.contains("sesame"))
        try await perform(.submit, session, with: ["name": "Ada"])
        #expect(heading(session) == "Come in, Ada")
    }

    @Test func ないものへの操作は何もしない() async throws {
        let item = Choices.Choice(
            lines: [Sentence("item")], plainLines: [], keys: [.fixture("knock", .dispatch(Self.knocking))])
        let list = Screen("list", Choices(heading: Sentence("List"), list: [item], keys: [.quit]))
        for screen in [Self.start, list] {
            let session = session(screen, menu: [.fixture("menu", .leave)])
            let number = session.page.number
            let wrong: [BrowserAction] = [
                .key(99), .key(-1), .key(.max), .key(.min), .menu(1), .menu(-1), .choice(1, key: 0),
                .choice(-1, key: 0), .choice(.max, key: .max), .choice(0, key: 1), .choice(0, key: -1), .submit,
                .back, .menu(0),
            ]

            for action in wrong { #expect(!session.perform(action, onPage: number, with: [:]), "\(action)") }

            #expect(!session.isRunning)
            #expect(session.page.number == number)
        }
        #expect(runs.count == 0)
    }

    @Test func 終了のキーは何もしない() async throws {
        let session = session()

        try await expect(perform(.key(2), session), equals: false)

        #expect(session.page.screen == Self.start)
    }

    @Test func 項目のキーとメニューも同じように働く() async throws {
        let item = Choices.Choice(
            lines: [Sentence("item")], plainLines: [], keys: [.fixture("the door", .show(.door()))])
        let list = Screen("list", Choices(heading: Sentence("List"), list: [item, item], keys: [.quit]))
        let session = session(list, menu: [.fixture("knock", .dispatch(Self.knocking))])

        try await expect(perform(.choice(1, key: 0), session), equals: true)
        #expect(session.page.screen.name == "door")
        try await expect(perform(.menu(0), session), equals: true)

        #expect(heading(session) == "Come in, Ada")
        #expect(runs.count == 1)
    }

    @Test func 始まりの行動は一度に一つだけ() async throws {
        let session = session(isSlow: true)

        session.start(Self.knocking)
        session.start(Behaviour(Knock.initial(name: "Grace")))
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        try await settled(session)

        #expect(heading(session) == "Come in, Ada")
        #expect(runs.count == 1)
    }

    @Suite @MainActor struct 画面が自分で行うこと {
        private let outer = ブラウザのセッション()
        private let watching = Screen(
            "watching", Page(heading: Sentence("Watching"), paragraphs: [Sentence("Here.")], keys: []),
            onAppear: Behaviour(Knock.initial(name: "nobody")))

        private func session() -> BrowserSession {
            outer.session(
                Screen(
                    "start",
                    Page(heading: Sentence("Start"), paragraphs: [], keys: [.fixture("watch", .show(watching))]),
                    isStart: true))
        }

        @Test func アプリが行いその画面になる() async throws {
            let session = session()

            try await outer.perform(.key(0), session)

            #expect(outer.heading(session) == "Come in, nobody")
            #expect(outer.runs.all.map(\.actor) == [.application])
        }

        @Test func 失敗しても画面に残り_そのことを添え_二度は行わない() async throws {
            let session = session()
            outer.runs.fail(with: ブラウザのセッション.unreachable)

            try await outer.perform(.key(0), session)

            #expect(session.page.screen.name == "watching")
            let lines = session.page.screen.view.plainLines(in: .en)
            #expect(lines.count == 3 && lines[0] == "Watching" && lines[2] == "Here.")
            #expect(lines[1] == ErrorReport(ブラウザのセッション.unreachable).remark)

            try await outer.perform(.back, session)
            try await outer.perform(.key(0), session)
            #expect(session.page.screen.name == "watching")
            #expect(outer.runs.count == 1)
        }
    }

    @Test func 実演の出力は限りのあるところまで画面に出る() async throws {
        func page(_ name: String, lines: Int) -> Screen {
            Screen(
                name,
                Page(
                    heading: Sentence(name), paragraphs: [], keys: [],
                    demonstration: Demonstration(name) { stage in
                        for number in 0..<lines { stage.tell(Line("\(name) \(number)")) }
                    }))
        }
        let session = session(
            menu: [
                .fixture("short", .show(page("short", lines: 2))), .fixture("long", .show(page("long", lines: 600))),
            ])

        try await perform(.menu(0), session)
        #expect(session.page.output.map(\.text) == ["short 0", "short 1"])
        try await perform(.menu(1), session)
        #expect(session.page.output.count == 500)
        try await perform(.back, session)
        #expect(session.page.output == [])
    }

    /// Actions of any kind, on this page or another one, in any order.
    @Test func どんな操作の並びでも_実行は送った数を超えない() async throws {
        await forAll(100) { choices in
            choices.list(0...12) { choices -> (BrowserAction, Int, String) in
                let action = choices.one(of: [
                    BrowserAction.key(0), .key(1), .key(-1), .submit, .back, .menu(0), .menu(7), .choice(0, key: 0),
                ])
                return (action, choices.number(in: 0...2), choices.one(of: ["", "Ada"]))
            }
        } holds: { actions in
            let before = runs.count
            let session = session(menu: [.fixture("the door", .show(.door()))])
            var performed = 0
            for (action, distance, name) in actions {
                let (page, isPast) = (session.page, distance > 0)
                let isPerformed = session.perform(action, onPage: page.number - distance, with: ["name": Secret(name)])
                if isPast { try promise(!isPerformed, "an earlier page has no effect") }
                if isPerformed { performed += 1 }
                try await settled(session)
                try promise(session.page.number > page.number, is: isPerformed)
            }
            try promise(runs.count - before <= performed, "each action runs at most once")
        }
    }
}

extension ErrorReport {
    /// The message alone. The advice is for a terminal.
    fileprivate var remark: String { message.text(in: .en) }
}
