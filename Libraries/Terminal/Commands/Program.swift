import ArgumentParser
import Foundation
public import UsecasesEngine

/// A command that runs its use case with a presenter, writes the result, and ends with an exit status.
@MainActor
public struct Program {
    /// The settings of this process.
    public let settings: Settings
    private let style: TerminalStyle
    private let isSeen: Bool
    private let clock: any Clock
    private let journal: any Journal
    private let presenter: ScreenPresenter

    /// Creates a program that runs use cases with these adapters, for this actor.
    public init(_ settings: Settings, _ dependencies: Dependencies, as actor: Actor = .user) {
        self.settings = settings
        clock = dependencies.clock
        journal = dependencies.journal
        style = TerminalStyle(
            environment: .process,
            isInputTerminal: Console.isInputTerminal && !Console.isInBackground,
            isOutputTerminal: Console.isOutputTerminal)
        isSeen = style.showsViews(settings, isErrorTerminal: Console.isErrorTerminal)
        presenter = ScreenPresenter(
            dependencies: dependencies,
            splash: settings.splash ?? (isSeen ? .seconds(2) : .zero),
            actor: actor,
            onScene: settings.isTraced ? Trace(clock: dependencies.clock, language: settings.language).onScene : nil)
    }

    /// Runs the behaviour and writes its result.
    public func run(_ behaviour: @escaping @MainActor (ScreenPresenter) async -> Report) async throws {
        let (report, signal) = await Interruption.cancelling { [presenter] in await behaviour(presenter) }
        switch settings.format {
        case .json: try Console.write(JSONReport(report: report, language: settings.language).jsonLine)
        case .text: try writeOutcome()
        }
        if settings.isTraced, case .failure(let error) = report.ending {
            for detail in error.details { Console.note(detail) }
        }
        // A run that reached a goal finished before the signal stopped it.
        try exit(with: report, report.exitStatus == .success ? nil : signal)
    }

    /// Runs the behaviour and writes its result, then runs `another`, and repeats both. Ends when the user stops it or
    /// `another` fails.
    public func run(
        _ behaviour: @escaping @MainActor (ScreenPresenter) async -> Report,
        after another: @escaping @MainActor (ScreenPresenter) async -> Report
    ) async throws {
        let (report, signal) = await Interruption.cancelling { @MainActor [presenter] () -> Result<Report, any Error> in
            do {
                while true {
                    let report = await behaviour(presenter)
                    guard !Task.isCancelled else { return .success(report) }
                    try writeOutcome()
                    let last = await another(presenter)
                    guard last.exitStatus == .success else { return .success(last) }
                }
            } catch {
                return .failure(error)
            }
        }
        if signal == nil { try writeOutcome() }
        try exit(with: report.get(), signal)
    }

    /// Runs the behaviour, and lets the user continue from its result. Without a terminal, it only runs the behaviour.
    public func present(_ behaviour: @escaping @MainActor (ScreenPresenter) async -> Report) async throws {
        if isSeen {
            try await presentOnTerminal(behaviour)
        } else {
            try await run(behaviour)
        }
    }

    /// Presents the behaviour. Without a terminal, the text format writes these screens instead, and runs nothing.
    public func present(
        _ behaviour: @escaping @MainActor (ScreenPresenter) async -> Report, asText screens: @autoclosure () -> [Screen]
    ) async throws {
        guard !isSeen, settings.format == .text else { return try await present(behaviour) }
        for (number, screen) in screens().enumerated() {
            if number > 0 { try Console.write("") }
            try await write(screen.view)
        }
    }

    /// Writes the view, and the output of its demonstration as it runs.
    private func write(_ view: any View) async throws {
        try Console.show(view.plainLines(in: settings.language))
        guard let demonstration = view.demonstration else { return }
        try Console.write("")
        for await line in demonstration.lines(in: settings.language) { try Console.show([line]) }
    }

    /// Asks the question on the terminal. If the answer is not yes, ends the program with a message that nothing was
    /// changed.
    public func confirm(_ question: Sentence) throws {
        Console.note(question.text(in: settings.language), terminator: "")
        let answer = Console.typedLine()
        // At the end of the input, the cursor is still after the question.
        if answer == nil { Console.note("") }
        guard ["y", "yes"].contains(answer?.lowercased()) else {
            Console.note(Sentence(en: "Nothing was changed.", ja: "何も変更していません。").text(in: settings.language))
            throw ExitCode(ExitStatus.differs.rawValue)
        }
    }

    private func presentOnTerminal(_ behaviour: @escaping @MainActor (ScreenPresenter) async -> Report) async throws {
        let display = TerminalDisplay(isColoured: style.isColoured)
        let session = TerminalSession(
            presenter: presenter, display: display, clock: clock, language: settings.language)
        await display.open()
        let ending = await session.run(startingWith: behaviour)
        display.close()
        if ending.signal == nil { try writeOutcome(afterView: true) }
        try exit(with: ending.report, ending.signal)
    }

    /// Writes the result to standard output, or the error to standard error. After a view, the terminal keeps no secrets.
    private func writeOutcome(afterView: Bool = false) throws {
        let screen = presenter.screen
        if screen.name == nil {
            Console.complain(screen.view, in: settings.language)
        } else {
            let (view, language) = (screen.view, settings.language)
            try Console.show(afterView ? view.lastLines(in: language) : view.plainLines(in: language))
        }
    }

    private func exit(with report: Report?, _ signal: Int32?) throws {
        for usecase in journal.mismatches { Console.note(Sentence.mismatch(of: usecase).text(in: settings.language)) }
        if let signal { throw ExitCode(128 + signal) }
        guard let report, report.exitStatus != .success else { return }
        if settings.format == .text, case .goal(let screen) = report.ending {
            for step in screen.nextSteps(after: report.usecase, of: settings.product) {
                Console.note(step.text(in: settings.language))
            }
        }
        throw ExitCode(report.exitStatus.rawValue)
    }
}

extension Sentence {
    package static func mismatch(of usecase: String) -> Sentence {
        Sentence(
            en:
                "An interrupted run of \(usecase) does not match this version. It was repeated from the first difference.",
            ja: "途中で終わった\(usecase)の記録が、このバージョンと合いません。違いのあるところからやり直しました。")
    }
}

/// A tracer that writes a line for each scene as it happens. It writes to standard error by default.
public struct Trace: Sendable {
    private let clock: any Clock
    private let language: Language
    private let start: Duration
    private let write: @Sendable (Line) -> Void

    /// Creates a tracer. The times of its lines count from now, in uptime of the clock.
    public init(
        clock: any Clock, language: Language, write: @escaping @Sendable (Line) -> Void = { Console.note([$0]) }
    ) {
        self.clock = clock
        self.language = language
        start = clock.uptime
        self.write = write
    }

    /// Writes the milliseconds since the start, the course and the sentence of the scene.
    @Sendable public func onScene(_ course: Course, _ sentence: Sentence) {
        let milliseconds = (clock.uptime - start).milliseconds
        write(
            Line(
                "+\(milliseconds)ms \(course.word.text(in: language)) \(sentence.text(in: language))",
                style: .scene(course)))
    }
}
