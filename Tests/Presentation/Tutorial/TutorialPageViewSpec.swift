import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@MainActor
@Suite struct チュートリアルのページの表示 {
    private func lines(
        _ page: TutorialPage, _ columns: Int, _ language: Language, rows: Int = 1000
    ) async -> (lines: [String], frame: Frame) {
        var output: [Line] = []
        for await line in page.demonstration.lines(in: language) { output.append(line) }
        let frame = Frame(columns: columns, rows: rows, language: language, output: output)
        return (Screen.tutorialPage(page).view.lines(in: frame).map(\.text), frame)
    }

    /// Returns the text without the additions of wrapping and of the branches of trees.
    private func letters(_ lines: [String]) -> String {
        String(lines.joined().filter { !" │├└─".contains($0) })
    }

    @Test(arguments: TutorialPage.allCases, Language.allCases)
    func 四十列でも百二十列でも一文字も欠けずに収まる(page: TutorialPage, language: Language) async {
        for columns in [40, 120] {
            let (lines, frame) = await lines(page, columns, language)
            let view = Screen.tutorialPage(page).view

            #expect(lines.allSatisfy { $0.columns <= columns }, "\(columns)")
            #expect(lines.contains { $0.columns > columns - 12 }, "\(columns)")
            let whole = letters(view.plainLines(in: language) + frame.output.map(\.text))
            #expect(letters(lines).hasPrefix(whole), "\(columns)")
        }
    }

    @Test(arguments: TutorialPage.allCases, Language.allCases)
    func 小さな端末でも動かせばすべて読めキーは隠れない(page: TutorialPage, language: Language) async {
        let whole = await lines(page, 40, language).lines.filter { !$0.contains("[") }
        var (lines, frame) = await lines(page, 40, language, rows: 10)

        var seen = Set(lines)
        for offset in 1...Screen.tutorialPage(page).view.hiddenLines(in: frame) {
            frame.offset = offset
            lines = Screen.tutorialPage(page).view.lines(in: frame).map(\.text)
            let hasKeys = lines.count == 10 && lines.contains { $0.contains("[q]") }
            #expect(hasKeys)
            seen.formUnion(lines)
        }

        let missing = whole.filter { !seen.contains($0) }
        #expect(missing == [])
    }

    @Test func 折り返した木の行では枝が続く() async throws {
        let lines = await lines(.scenarios, 60, .ja).lines
        let deep = try #require(lines.firstIndex { $0.hasPrefix("  │  │  │  │  ├─ absent | false") })

        #expect(lines[deep + 1].hasPrefix("  │  │  │  │  │  "))
        #expect(lines[deep + 1].columns > 20)
    }

    @Test(arguments: TutorialPage.allCases)
    func 次へと戻ると飛ばすと終了のキーがあり最後は完了する(page: TutorialPage) async {
        let footer = await lines(page, 120, .en).lines.last ?? ""

        #expect(footer.contains("[enter] next") == (page != .onward))
        #expect(footer.contains("[b] back") == (page != .first))
        #expect(footer.contains("[s] skip") == (page != .onward))
        #expect(footer.contains("[enter] complete the tutorial") == (page == .onward))
        #expect(footer.contains("[q] quit"))
    }

    @Test func 失敗は色がなくても文字でわかる() async {
        let (lines, frame) = await lines(.failure, 120, .en)

        let alarms = frame.output.filter { $0.style == .alarm }.map(\.text)
        #expect(alarms.first?.hasPrefix("calearning: ") == true)
        #expect(lines.contains { $0.contains("Exit status 69") })
    }
}

@Suite struct 枝の下への折り返し {
    @Test func 枝が続き文は枝の右に揃う() {
        #expect(
            "│  ├─ absent | false → ◎ goal".wrappedBelow(to: 18)
                == ["│  ├─ absent |", "│  │  false → ◎", "│  │  goal"])
        #expect("└─ 内容が壊れています".wrappedBelow(to: 11) == ["└─ 内容が壊", "   れていま", "   す"])
        #expect("  one two".wrappedBelow(to: 6) == ["  one", "  two"])
    }

    @Test func 枝のないところや狭いところではふつうに折り返す() {
        #expect("one two".wrappedBelow(to: 4) == "one two".wrapped(to: 4))
        #expect("│  │  ├─ one".wrappedBelow(to: 6) == "│  │  ├─ one".wrapped(to: 6))
        #expect("".wrappedBelow(to: 10) == [""])
        #expect("├─ one".wrappedBelow(to: 0) == [])
    }
}
