import UsecasesEngine
import UsecasesLaboratory

extension WorldsReport {
    /// Returns a page with a lane for each actor, and a lane for the server's side.
    public func page(in language: Language) -> Markup {
        let title = language.text(en: "Worlds of \(product.name)", ja: "\(product.name)の世界")
        let rows = invariants.map { invariant -> Markup in
            if report.broken.contains(where: { $0.name == invariant.name }) {
                return
                    "<li class=\"failed\">✗ <a href=\"#\(invariant.name)\">\(invariant.sentence.text(in: language))</a></li>"
            }
            return worlds(of: invariant.name) > 0
                ? "<li class=\"passed\">✓ \(invariant.sentence.text(in: language))</li>"
                : "<li class=\"no\">\(Sentence.notExercised(invariant.sentence).text(in: language))</li>"
        }
        return .document(
            title, style: "\(HTMLStyle.sheet)\n\(Self.style)", in: language,
            body: """
                <header>
                <h1>\(title)</h1>
                \(extent.map { "<p class=\"lead\">\($0.text(in: language))</p>" as Markup })
                <p class="note">\((isComplete ? Self.unseen : Self.incomplete).text(in: language))</p>
                <ul class="summary">
                \(rows)
                </ul>
                </header>
                <main>
                \(stories.map { $0.lanes(of: report, in: language) })
                </main>
                """)
    }

    private static let unseen = Sentence(
        en: """
            Everything that these bounds allow was explored, up to orders that no run can distinguish. Not seen are what \
            disks and databases do wrong, and what more actors, more disturbances or more time lead to.
            """,
        ja: "どの実行にも見分けられない順序の違いを除き、この上限までのすべてを調べた。ディスクやデータベースの異常、これより多いアクターや障害、これより長い時間の経過は調べていない。")

    private static let incomplete = Sentence(
        en: "Not all worlds up to these bounds were explored.", ja: "この上限までの世界をすべて調べたわけではない。")

    private static let style: Markup = """
        .lanes { min-width: 34rem; table-layout: fixed; } .lanes td { border-bottom: 0; padding: .2rem .5rem;
        border-left: 1px solid var(--rule); } .lanes tbody th { color: var(--quiet); width: 3rem; text-align: right; }
        .lanes thead th:first-child { width: 3rem; } .lanes .server { padding-left: 1.5rem; }
        .lanes .call { color: var(--quiet); font-size: .8125rem; } .lanes .run { font-weight: 600; }
        .lanes .goal { background: var(--goal); } .lanes .disturbance, .lanes .end { color: var(--failure); }
        .lanes .scene { background: var(--basic); }
        @media (max-width: 40rem) { .lanes { min-width: 0; overflow-wrap: anywhere; } .lanes td { padding: .2rem; }
        .lanes .server { padding-left: .6rem; } .lanes tbody th, .lanes thead th:first-child { width: 1.5rem; padding: .2rem; } }
        """
}

extension WorldStory {
    fileprivate func lanes(of report: WorldSurvey.Report, in language: Language) -> Markup {
        let actors = broken.plan.parts.indices
        let heads = actors.map { actor -> Markup in
            let device = broken.plan.parts[actor].device + 1
            let text = language.text(
                en: "\(Self.name(ofActor: actor)), device \(device)", ja: "\(Self.name(ofActor: actor))・デバイス\(device)")
            return "<th scope=\"col\">\(text)</th>"
        }
        let rows = lines.enumerated().map { number, line -> Markup in
            let cells = actors.map { actor -> Markup in
                guard line.actor.map({ $0 - 1 }) ?? 0 == actor else { return "<td></td>" }
                let side = line.isServers ? "server" : "device"
                return "<td class=\"\(line.kind.rawValue) \(side)\">\(line.text.text(in: language))</td>"
            }
            return "<tr><th scope=\"row\">\(number + 1)</th>\(cells, separator: "")</tr>"
        }
        let before: Markup =
            before.isEmpty
            ? ""
            : """
            <p>\(language.text(en: "Before", ja: "それまで")): \
            \(before.map { $0.text(in: language) }.joined(separator: language == .ja ? "、" : ", "))</p>
            """
        let repeated: Markup =
            repeated.isEmpty
            ? ""
            : """
            <p>\(language.text(en: "Run again at the end", ja: "最後にもう一度実行")): \
            \(repeated.map { $0.text(in: language) }.joined(separator: language == .ja ? "、" : ", "))</p>
            """
        return """
            <article id="\(broken.name)">
            <h2>\(broken.sentence.text(in: language))</h2>
            <p class="finding">\(broken.breach.text(in: language))</p>
            \(origins(in: report).map { "<p>\($0.text(in: language))</p>" as Markup })
            \(before)
            <div class="scroller">
            <table class="lanes">
            <thead><tr><th></th>\(heads, separator: "")</tr></thead>
            <tbody>
            \(rows)
            </tbody>
            </table>
            </div>
            \(repeated)
            </article>
            """
    }
}
