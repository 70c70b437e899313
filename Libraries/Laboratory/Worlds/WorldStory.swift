package import UsecasesEngine

/// A world that violates an invariant, in the sentences of the use cases.
package struct WorldStory {
    /// An event of the story.
    package struct Line {
        package enum Kind: String, Encodable {
            case run, scene, call, disturbance, time, goal, end
        }

        /// The number of the actor, counted from 1. It is `nil` for an event on the server's side that no longer
        /// belongs to an actor.
        package let actor: Int?
        package let isServers: Bool
        package let kind: Kind
        package let text: Sentence
    }

    package let broken: BrokenWorld
    package let before: [Sentence]
    package let lines: [Line]
    /// The runs that were repeated at the end.
    package let repeated: [Sentence]

    private let usecases: [String: UsecaseDescription]

    package init(_ broken: BrokenWorld, of catalogue: [any Usecase.Type]) {
        self.broken = broken
        let usecases = Dictionary(
            catalogue.map { ($0.name, UsecaseDescription($0)) }, uniquingKeysWith: { first, _ in first })
        self.usecases = usecases
        let runs = broken.history.runs
        before = broken.plan.prologue.flatMap { part in
            part.plannedRuns.map { Self.shown($0.title, on: part.device) }
        }
        lines = broken.happenings.compactMap { Self.line($0, runs, usecases) }
        repeated = runs.filter { $0.isRepetition && !$0.isServers }.map { run in
            let ending = Self.ending(of: run, usecases)
            return Self.shown(usecases[run.usecase]?.sentence(of: nil) ?? Sentence(run.usecase), on: run.device)
                .joined(ending, by: ": ")
        }
    }

    package static func name(ofActor actor: Int) -> String {
        String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(actor % 26)))
    }

    private static func shown(_ title: Sentence, on device: Int) -> Sentence {
        Sentence(en: "device \(device + 1): \(title.text(in: .en))", ja: "デバイス\(device + 1): \(title.text(in: .ja))")
    }

    private static func line(
        _ happening: Happening, _ runs: [WorldRun], _ usecases: [String: UsecaseDescription]
    ) -> Line? {
        switch happening {
        case .began(let index):
            let title = usecases[runs[index].usecase]?.sentence(of: nil) ?? Sentence(runs[index].usecase)
            return Line(runs[index], .run, Sentence(en: "“\(title.text(in: .en))”", ja: "【\(title.text(in: .ja))】"))
        case .entered(let index, let scene):
            return Line(runs[index], .scene, sentence(of: scene, in: runs[index], usecases))
        case .call(let index, let actor, let name, let fate, let outcome, let isLate):
            return Line(
                actor: actor.map { $0 + 1 }, isServers: index.map { runs[$0].isServers } ?? true,
                kind: fate == .performed && !isLate ? .call : .disturbance,
                text: shown(name, fate, outcome: outcome, isLate: isLate))
        case .passed(let duration, let isForced):
            return Line(
                actor: nil, isServers: false, kind: isForced ? .time : .disturbance,
                text: Sentence(en: "time passes: ", ja: "時間が過ぎる: ").joined(duration.inWords, by: ""))
        case .ended(let index):
            let run = runs[index]
            return Line(run, run.goal == nil ? .end : .goal, ending(of: run, usecases))
        }
    }

    private static func shown(_ name: PortCallName, _ fate: Fate, outcome: String?, isLate: Bool) -> Sentence {
        switch fate {
        case .performed where isLate:
            Sentence(en: "\(name) takes effect now, unnoticed", ja: "\(name) がここで遅れて反映される(呼び出し元には伝わらない)")
        case .performed, .passed:
            Sentence("\(name)").joined(outcome.map(ErrorWrapper.names(of:)) ?? Sentence("…"), by: " → ")
        case .failed(let error): failure(of: "\(name)", error)
        case .failedLate(let error):
            failure(of: "\(name)", error).joined(Sentence(en: "; yet it takes effect", ja: "(それでも反映される)"), by: "")
        case .diedBefore: Sentence(en: "dies before \(name)", ja: "\(name) の前にクラッシュする")
        case .diedAfter: Sentence(en: "dies after \(name)", ja: "\(name) の直後にクラッシュする")
        case .diedLate:
            Sentence(en: "dies during \(name), which takes effect", ja: "\(name) の途中でクラッシュする(それでも反映される)")
        }
    }

    private static func failure(of name: String, _ error: String) -> Sentence {
        Sentence(en: "\(name) fails", ja: "\(name) が失敗する").joined(ErrorWrapper.names(of: error), by: ": ")
    }

    private static func ending(of run: WorldRun, _ usecases: [String: UsecaseDescription]) -> Sentence {
        switch run.ending {
        case .goal(let goal): sentence(of: goal, in: run, usecases)
        case .failure(let error):
            Sentence(en: "fails", ja: "失敗").joined(ErrorWrapper.names(of: error.name), by: ": ")
        case .died, nil: Sentence(en: "has died", ja: "クラッシュした")
        }
    }

    private static func sentence(
        of scene: TappedScene, in run: WorldRun, _ usecases: [String: UsecaseDescription]
    ) -> Sentence {
        usecases[run.usecase]?.sentence(of: scene.name) ?? Sentence(scene.name)
    }
}

extension WorldStory.Line {
    fileprivate init(_ run: WorldRun?, _ kind: Kind, _ text: Sentence) {
        self.init(actor: run?.actor.map { $0 + 1 }, isServers: run?.isServers ?? true, kind: kind, text: text)
    }
}

extension Duration {
    /// The duration in the largest unit of which it is a whole number, down to milliseconds.
    fileprivate var inWords: Sentence {
        let units: [(size: Duration, en: String, ja: String)] = [
            (.seconds(86_400), "day", "日"), (.seconds(3_600), "hour", "時間"), (.seconds(60), "minute", "分"),
            (.seconds(1), "second", "秒"),
        ]
        for unit in units where milliseconds > 0 && milliseconds % unit.size.milliseconds == 0 {
            let count = milliseconds / unit.size.milliseconds
            return Sentence(en: "\(count) \(unit.en)\(count == 1 ? "" : "s")", ja: "\(count)\(unit.ja)")
        }
        return Sentence(en: "\(milliseconds) ms", ja: "\(milliseconds)ミリ秒")
    }
}

extension UsecaseDescription {
    /// Returns the sentence of a scene, or of the use case if the scene is `nil`.
    fileprivate func sentence(of scene: String?) -> Sentence {
        let name = scene ?? title
        return Sentence(en: english[name] ?? name, ja: name)
    }
}

extension Sentence {
    fileprivate func joined(_ other: Sentence, by separator: String) -> Sentence {
        Sentence(
            en: text(in: .en) + separator + other.text(in: .en), ja: text(in: .ja) + separator + other.text(in: .ja))
    }
}

extension WorldStory {
    /// Returns the story as text on a terminal, with the violated invariant, the earlier runs, and the numbered events.
    package func lines(in language: Language) -> [String] {
        var result = [
            "✗ " + broken.sentence.text(in: language),
            "  " + Sentence(en: "but", ja: "ところが").joined(broken.breach, by: ": ").text(in: language),
        ]
        if !before.isEmpty {
            result.append("  " + Sentence(en: "Before:", ja: "それまで:").text(in: language))
            result += before.map { "    " + $0.text(in: language) }
        }
        result.append(
            "  "
                + broken.plan.parts.enumerated().map { actor, part in
                    Sentence(
                        en: "\(Self.name(ofActor: actor)) is on device \(part.device + 1)",
                        ja: "\(Self.name(ofActor: actor))はデバイス\(part.device + 1)"
                    ).text(in: language)
                }.joined(separator: language == .ja ? "、" : ", ") + (language == .ja ? "。" : "."))
        for (number, line) in lines.enumerated() {
            let who = line.actor.map { Self.name(ofActor: $0 - 1) } ?? "–"
            let indent = line.isServers ? "    " : ""
            let deeper = line.kind == .call || line.kind == .disturbance ? "    " : line.kind == .scene ? "  " : ""
            let mark = line.kind == .disturbance ? "✗ " : line.kind == .goal ? "● " : ""
            let count = String(number + 1)
            let padding = String(repeating: " ", count: max(0, 4 - count.count))
            result.append("\(padding)\(count) \(who) \(indent)\(deeper)\(mark)\(line.text.text(in: language))")
        }
        if !repeated.isEmpty {
            result.append("  " + Sentence(en: "Run again at the end:", ja: "最後にもう一度実行:").text(in: language))
            result += repeated.map { "    " + $0.text(in: language) }
        }
        return result
    }
}
