public import UsecasesEngine
public import UsecasesLaboratory

/// An audit as text on a terminal.
package struct AuditText {
    package let lines: [String]

    package init(_ audit: Audit, in language: Language) {
        lines =
            Self.summary(of: audit, in: language) + Self.deviations(of: audit, in: language)
            + Self.rest(of: audit, in: language)
    }

    private static func summary(of audit: Audit, in language: Language) -> [String] {
        let counts = audit.counts
        var lines = [language.text(en: "Runs: \(counts.runs)", ja: "実行: \(counts.runs)")]
        func add(_ count: Int, en: String, ja: String) {
            if count > 0 { lines.append("  \(count)  \(language.text(en: en, ja: ja))") }
        }
        add(counts.known, en: "took a known path to its end", ja: "想定どおりの経路で終わった")
        add(counts.deviated, en: "took a path that the exploration does not know", ja: "想定外の経路をたどった")
        add(counts.interrupted, en: "were interrupted on a known path", ja: "想定どおりの経路の途中で中断された")
        add(counts.withoutJournal, en: "ended because their journal could not be kept", ja: "ジャーナルを保存できずに終わった")
        add(counts.refused, en: "were refused, because their actor may not run them", ja: "アクターに許可がなく拒否された")
        add(counts.unended, en: "have no end: they were killed, or are still running", ja: "終わりの記録がない。強制終了されたか、まだ続いている")
        add(counts.incomplete, en: "were not judged, because part of them is missing", ja: "一部が欠けているため判定していない")
        for (name, count) in audit.unknownUsecases.sorted(by: { $0.key < $1.key }) {
            add(
                count, en: "were of \(name), a use case that this version does not have",
                ja: "このバージョンにないユースケース \(name) のもの")
        }
        add(
            audit.furtherUnknown, en: "were of further use cases that this version does not have",
            ja: "このバージョンにない、そのほかのユースケースのもの")
        return lines
    }

    private static func deviations(of audit: Audit, in language: Language) -> [String] {
        var lines: [String] = []
        for deviation in audit.deviations {
            let usecase = audit.ways.first { $0.usecase.name == deviation.usecase }?.usecase
            lines += ["", "✗ \(deviation.sentence(of: usecase).text(in: language))"]
            let known = deviation.known.map { $0.knownPhrase(of: usecase).text(in: language) }
            if !known.isEmpty {
                lines.append("  " + language.text(en: "Known there:", ja: "ここで想定されるもの:"))
                lines += known.map { "  - \($0)" }
            }
        }
        let more = audit.counts.deviated - audit.deviations.count
        if more > 0 {
            lines += ["", language.text(en: "✗ And \(more) more.", ja: "✗ ほかに\(more)件あります。")]
        }
        return lines
    }

    private static func rest(of audit: Audit, in language: Language) -> [String] {
        var lines: [String] = []
        for (index, ways) in audit.ways.enumerated() where audit.runs[index] > 0 {
            let missing = zip(ways.scenarios, audit.happened[index]).filter { $1 == 0 }.map(\.0)
            guard !missing.isEmpty else { continue }
            let (name, all) = (ways.usecase.name, ways.scenarios.count)
            lines += [
                "",
                language.text(
                    en: "\(missing.count) of \(all) scenarios of \(name) never happened:",
                    ja: "\(name)のシナリオ\(all)件のうち、\(missing.count)件は一度も起きていません:"),
            ]
            lines += missing.map { "- \($0.localized(in: language, of: ways.usecase))" }
        }
        let silent = zip(audit.ways, audit.runs).filter { $1 == 0 }.map(\.0.usecase.name)
        if !silent.isEmpty {
            lines += ["", language.text(en: "Never run: ", ja: "一度も実行されていないユースケース: ") + silent.joined(separator: ", ")]
        }
        return lines
    }
}

extension Deviation {
    /// Returns the sentence of the deviation in this use case.
    public func sentence(of usecase: UsecaseDescription?) -> Sentence {
        let place =
            if let after {
                Sentence(
                    en: "after scene \(scene), “\(after.localized(in: .en, of: usecase))”,",
                    ja: "シーン\(scene)「\(after)」の後で、")
            } else {
                Sentence(en: "before its first scene", ja: "最初のシーンの前に、")
            }
        let call = lastCall.map { Sentence(en: ", after \($0),", ja: "\($0)に続いて、") } ?? Sentence(en: "", ja: "")
        let act =
            switch did {
            case .enter(let name):
                Sentence(
                    en: "it entered “\(name.localized(in: .en, of: usecase))”", ja: "「\(name)」に入りました")
            case .call(let name): Sentence(en: "it called \(name)", ja: "\(name)を呼び出しました")
            case .outcome(let name), .threw(let name):
                Sentence(
                    en: "the call came to “\(name.errorText(in: .en))”", ja: "呼び出しの結果は「\(name)」でした")
            case .goal(let name):
                Sentence(
                    en: "it reached the goal “\(name.localized(in: .en, of: usecase))”", ja: "ゴール「\(name)」に達しました")
            case .failure(let name):
                Sentence(
                    en: "it ended in the error “\(name.errorText(in: .en))”", ja: "エラー「\(name)」で終わりました")
            }
        let en = "\(self.usecase), run \(run): \(place.text(in: .en))\(call.text(in: .en)) \(act.text(in: .en))."
        return Sentence(
            en: en.replacing(",,", with: ","),
            ja: "\(self.usecase)、実行\(run): \(place.text(in: .ja))\(call.text(in: .ja))\(act.text(in: .ja))。")
    }
}

extension Deviation.Act {
    /// Returns the phrase for a list of known acts.
    func knownPhrase(of usecase: UsecaseDescription?) -> Sentence {
        switch self {
        case .enter(let name):
            Sentence(en: "the scene “\(name.localized(in: .en, of: usecase))”", ja: "シーン「\(name)」")
        case .call(let name): Sentence(en: "a call of \(name)", ja: "\(name)の呼び出し")
        case .outcome(let name), .threw(let name):
            Sentence(en: "the outcome “\(name.errorText(in: .en))”", ja: "結果「\(name)」")
        case .goal(let name):
            Sentence(en: "the goal “\(name.localized(in: .en, of: usecase))”", ja: "ゴール「\(name)」")
        case .failure(let name):
            Sentence(en: "the error “\(name.errorText(in: .en))”", ja: "エラー「\(name)」")
        }
    }
}

extension String {
    fileprivate func localized(in language: Language, of usecase: UsecaseDescription?) -> String {
        guard language == .en else { return self }
        return usecase?.english[self] ?? self
    }

    fileprivate func errorText(in language: Language) -> String {
        ErrorWrapper.names(of: self).text(in: language)
    }
}
