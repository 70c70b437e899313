import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct 画面 {
    private static let error = ErrorReport(
        .service(
            error: .server(ErrorResponse(code: "E1", title: "Busy", message: "\u{1B}[2J後で。"), status: 503),
            args: ["method": "POST", "url": "http://127.0.0.1:8000/udids"]))

    private static let screens: [Screen] =
        [
            .blank, .splash, .tutorial, .login(udid: .fixture()), .login(udid: nil), .error(error), .reset,
            .zen("Keep it logically awesome."), .user(.fixture()), .noSuchUser,
            .rateLimit(until: nil, at: .example, hasToken: false),
            .rateLimit(until: .init(timestamp: .example), at: .example, hasToken: true), .status(.fixture()),
            .version(.fixture(api: 3)),
            .login(udid: .fixture(), notice: .tooOften(until: nil, at: .example)),
            .signUp(flaws: AccountFlaw.allCases, notice: .tooOften(until: nil, at: .example)),
            .signUp(isNameTaken: true),
            .password(flaws: [.passwordIsCommon], remark: .nobodyIsLoggedIn),
            .home(account: .example, udid: .fixture()),
            .home(account: nil, udid: nil, notice: .nobodyIsLoggedIn), .sessions(.example, at: .example),
            .sessions(nil, at: .example),
        ] + TutorialPage.allCases.map { .tutorialPage($0) }

    /// Output that a demonstration may show. It contains branches of a tree with little space, and control sequences
    /// for a terminal.
    private static let output = [
        Line(), Line("│  │  │  │  │  │  └─ 内容が壊れています → ✗ damaged, or not written by this program"), Line("\u{1B}[2J\t"),
        Line(String(repeating: "チュートリアル完了の記録がない場合_", count: 9), style: .alarm), Line("⋯", style: .faint),
    ]

    @Test(arguments: Language.allCases, screens.indices)
    func どの大きさの端末にも収まる(language: Language, index: Int) {
        let sizes = (1...24).flatMap { rows in [1, 2, 3, 10, 20, 39, 40, 50, 80].map { ($0, rows) } } + [(500, 200)]

        for (columns, rows) in sizes {
            let frame = Frame(
                columns: columns, rows: rows, language: language,
                scene: Boot.sentence("アプリはサーバで発行したUDIDが保存されていないかを調べる"), phase: 1234, output: Self.output)
            let lines = Self.screens[index].view.lines(in: frame)

            #expect(lines.count <= rows, "\(columns)×\(rows)")
            #expect(lines.allSatisfy { $0.text.columns <= columns }, "\(columns)×\(rows)")
            #expect(lines.allSatisfy { !$0.text.contains("\u{1B}") })
        }
    }

    @Test(arguments: [(Language.en, "It looks", "アプリは調べる"), (.ja, "アプリは調べる", "It looks")])
    func スプラッシュは実行中であることを自分の言語で示し動く(language: Language, text: String, other: String) {
        var frame = Frame(columns: 80, rows: 24, language: language, scene: Sentence(en: "It looks", ja: "アプリは調べる"))

        let first = SplashView().lines(in: frame).map(\.text)
        frame.phase = 1
        let second = SplashView().lines(in: frame).map(\.text)

        #expect(first.contains { $0.contains(text) } && !first.contains { $0.contains(other) })
        #expect(first != second)
    }

    @Test func ログイン画面はUDIDを示す() {
        #expect(Screen.login(udid: .fixture()).view.text(in: .ja).contains(UDID.fixture().rawValue))
    }

    @Test func エラー画面はわかることをすべて示しもう一度試せる() {
        let text = Page.error(Self.error).text(in: .en)

        for part in [
            "Busy", "E1", "service: error-response (503)", "POST", "http://127.0.0.1:8000/udids", "[r] try again",
        ] {
            #expect(text.contains(part))
        }
    }

    @Test func 狭い端末でもキーは切れない() {
        let lines = Screen.tutorialPage(.first).view.lines(in: Frame(columns: 30, rows: 5)).map(\.text)

        #expect(lines.count == 5)
        #expect(lines.last?.hasSuffix("[q] quit") == true)
        #expect(lines.contains { $0.hasPrefix("… ") && $0.hasSuffix(" more lines") })
    }

    @Test(arguments: Language.allCases)
    func 小さな端末ではどの行も動かして読める(language: Language) {
        let view = Screen.tutorialPage(.first).view
        let output = (1...20).map { Line("+0ms \($0)") }
        let whole = view.lines(in: Frame(columns: 40, rows: 100, language: language, output: output)).map(\.text)
        var frame = Frame(columns: 40, rows: 10, language: language, output: output)

        var seen: Set<String> = []
        for offset in 0...view.hiddenLines(in: frame) {
            frame.offset = offset
            let lines = view.lines(in: frame).map(\.text)
            #expect(lines.count == 10)
            seen.formUnion(lines)
        }

        #expect(seen.isSuperset(of: whole.dropLast(2)))
        #expect(seen.contains { $0.contains("[↑↓]") && $0.contains("[enter]") })
        frame.offset = 1000
        #expect(view.lines(in: frame).count == 10)
    }

    @Test func 端末でなければ折り返さずキーもない() {
        #expect(
            Screen.login(udid: .fixture()).view.plainLines(in: .en)
                == ["Log in", "This device is ready.", "Device identifier (UDID): \(UDID.fixture())"])
    }
}

extension View {
    fileprivate func text(in language: Language) -> String {
        lines(in: Frame(columns: 100, rows: 50, language: language)).map(\.text).joined(separator: "\n")
    }
}
