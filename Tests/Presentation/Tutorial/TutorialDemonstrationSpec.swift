import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

/// Each page shows the behaviour of the real code.
@MainActor
@Suite struct チュートリアルの実演 {
    private func output(_ page: TutorialPage, in language: Language = .ja) async -> [String] {
        var lines: [String] = []
        for await line in page.demonstration.lines(in: language) { lines.append(line.text) }
        return lines
    }

    /// Returns the lines as `--trace` writes them, without their times.
    private func traced(_ lines: [String]) -> [String] {
        lines.compactMap { $0.hasPrefix("+0ms ") ? String($0.dropFirst(5)) : nil }
    }

    private static let asks = "基本 アプリはサーバで発行したUDIDが保存されていないかを調べる"
    private static let obtains = "代替 UDIDがない場合_アプリはUDIDを取得する"
    private static let looks = "基本 アプリはユーザがチュートリアルを完了した記録がないかを調べる"
    private static let tutorial = "ゴール チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示"
    private static let login = "ゴール チュートリアル完了の記録がある場合_アプリはログイン画面を表示"
    private static let firstStart = [asks, obtains, looks, tutorial]

    @Test func 一ページ目では起動のシーンが起きた順に並ぶ() async {
        let lines = await output(.scenes)

        #expect(traced(lines) == Self.firstStart)
        #expect(lines.last?.contains("通った4つのシーン") == true)
    }

    @Test func 二ページ目では二度目の起動に代替コースがない() async throws {
        let lines = await output(.alternative)

        #expect(traced(lines) == Self.firstStart + [Self.asks, Self.looks, Self.tutorial])
        #expect(lines.last?.contains("4つから3つ") == true)
        #expect(lines.last?.contains(#/[0-9a-f]{8}-[0-9a-f]{4}-7/#) == true)
    }

    @Test func 三ページ目ではUDIDの取得で失敗し説明と原因と終了ステータスが出る() async {
        let lines = await output(.failure)

        #expect(traced(lines) == [Self.asks, Self.obtains])
        #expect(lines.contains("calearning: ネットワークに接続していません: http://service.example/udids"))
        #expect(lines.contains("  service: ネットワーク接続不可"))
        #expect(lines.contains("  ← notConnected"))
        #expect(lines.contains { $0.hasPrefix("終了ステータス69: ") })
    }

    @Test(arguments: Language.allCases)
    func 四ページ目の木は探索したものと同じ(language: Language) async throws {
        let exploration = await CompositionRoot.explorer.explore(Boot.self)

        let lines = await output(.scenarios, in: language)

        #expect(lines.starts(with: UsecaseText(exploration, in: language).lines))
        #expect(lines.contains { $0.hasPrefix("└─ ") })
    }

    @Test func 五ページ目では三つのバックエンドで同じユースケースが動く() async {
        let lines = await output(.backends)

        #expect(traced(lines) == Self.firstStart + Self.firstStart + [Self.asks, Self.obtains])
        let udids = lines.filter { $0.hasPrefix("UDID: ") }
        #expect(Set(udids).count == 2)
        #expect(udids.last == "UDID: \(UDID.example(1))")
        #expect(lines.contains { $0.hasPrefix("calearning: サーバの応答は503でした") })
        #expect(lines.contains { $0.hasPrefix("終了ステータス69: ") })
    }

    @Test func 六ページ目では記録した実行が再生され結果を変えると失敗する() async throws {
        let lines = await output(.recording)

        #expect(traced(lines) == Self.firstStart)
        let replayed = try #require(lines.firstIndex(of: "再生すると:"))
        let same = try #require(lines.firstIndex(of: "記録のとおりでした。"))
        let changed = try #require(lines.firstIndex { $0.contains("Backend.publishUdid=ネットワーク接続不可") })
        #expect(replayed < same && same < changed)
        #expect(lines[replayed..<same].contains { $0.hasPrefix("  ゴール") })
        #expect(!lines[changed...].contains { $0.hasPrefix("  ゴール") })
        #expect(lines[changed...].contains { $0.hasPrefix("  ✗ ネットワーク接続不可") })
    }

    @Test func 七ページ目では完了したあとの起動がログイン画面に至る() async {
        let lines = await output(.onward)

        #expect(
            traced(lines) == [
                "基本 アプリはチュートリアル完了の記録を保存する", "ゴール アプリはログイン画面を表示", Self.asks, Self.obtains, Self.looks, Self.login,
            ])
    }

    @Test(arguments: TutorialPage.allCases, Language.allCases)
    func 何度見ても同じで番号が付きどちらの言語でも語られる(page: TutorialPage, language: Language) async {
        let first = await output(page, in: language)
        let second = await output(page, in: language)

        #expect(first == second)
        #expect(first.count > 4)
        let text = ([page.heading] + page.paragraphs).map { $0.text(in: language) }
        #expect(text[0].contains("\(page)/7"))
        let isJapanese = text.joined().contains(#/[ぁ-ん]/#)
        #expect(isJapanese == (language == .ja))
        #expect(first.last?.contains(#/[ぁ-ん]/#) == (language == .ja))
    }

    @Test(arguments: TutorialPage.allCases)
    func 見る人がいなくなれば終わる(page: TutorialPage) async {
        let clock = ManualClock()
        let watching = Task {
            var count = 0
            let lines = page.demonstration.lines(in: .en) { () async throws(ErrorWrapper) in
                try await clock.sleep(for: .seconds(1))
            }
            for await _ in lines { count += 1 }
            return count
        }
        if page != .scenarios { await clock.sleepers(1) }

        watching.cancel()

        _ = await watching.boundValue
        #expect(clock.rests.isEmpty || page == .scenarios)
    }
}
