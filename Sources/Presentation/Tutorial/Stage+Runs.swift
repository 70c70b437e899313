import CalearningDomain
import Usecases
import UsecasesTerminal

extension Demonstration.Stage {
    /// Tells the sentence, apart from what was told before.
    func say(_ sentence: Sentence) {
        tell(Line())
        tell(Line(sentence.text(in: language)))
    }

    func tell(_ lines: [String], style: Line.Style = .plain) {
        for line in lines { tell(Line(line, style: style)) }
    }

    /// Runs the use case in the world, and tells each scene as it is entered. If it reaches no goal, tells why, and with
    /// which status the program would end.
    @MainActor @discardableResult
    func run<U: Usecase>(_ scene: Step<U>, in world: Dependencies) async -> Report {
        var world = world
        world.taps.append(PacingTap(pause: pause))
        let trace = Trace(clock: world.clock, language: language) { tell(Line($0)) }
        let report = await Presenter(dependencies: world, splash: .zero, onScene: trace.onScene).dispatch(scene)
        if case .failure(let error) = report.ending {
            tell(
                Page.error(error).note(of: Product.own.name, in: language).split(separator: "\n").map { String($0) },
                style: .alarm)
            tell(Line(error.exitStatus.sentence.text(in: language)))
        }
        return report
    }
}

extension ExitStatus {
    fileprivate var sentence: Sentence {
        func told(in language: Language) -> String { meaning.map { ": \($0.text(in: language))" } ?? "" }
        return Sentence(
            en: "Exit status \(rawValue)\(told(in: .en)).", ja: "終了ステータス\(rawValue)\(told(in: .ja))。")
    }
}
