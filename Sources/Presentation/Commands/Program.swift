import Application
import ArgumentParser
import Domain
import Foundation

/// Runs a command: the presenter behind it, the result in front of it, and the exit status at its end.
@MainActor
struct Program {
    private let settings: Settings
    private let presenter: Presenter

    /// Throws a usage error for a setting that no adapter can work with.
    init(_ settings: Settings) throws {
        self.settings = settings
        let dependencies = try CompositionRoot.dependencies(for: settings)
        presenter = Presenter(
            dependencies: dependencies,
            splash: settings.splash ?? .zero,
            onScene: settings.isTraced ? Trace(clock: dependencies.clock).onScene : nil)
    }

    func run(_ behaviour: @escaping @MainActor (Presenter) async -> Report) async throws {
        let (report, signal) = await Interruption.cancelling { [presenter] in await behaviour(presenter) }
        switch settings.format {
        case .json: try Console.write(JSONReport(report: report, language: settings.language).text())
        case .text: try write(report)
        }
        guard report.exitStatus != .success else { return }
        throw ExitCode(signal.map { 128 + $0 } ?? report.exitStatus.rawValue)
    }

    func showTutorial() async throws {
        presenter.showTutorial()
        switch settings.format {
        case .json: try Console.write(#"{"values":{},"view":"tutorial"}"#)
        case .text: try Console.write("tutorial")
        }
    }

    /// Asks on the terminal; throws a usage error where nobody can be asked.
    func isConfirmed(question: Sentence) throws -> Bool {
        guard Console.isInputTerminal else {
            throw ValidationError("There is no terminal to ask on: say --yes to confirm.")
        }
        try Console.note(question.text(in: settings.language), terminator: "")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }

    private func write(_ report: Report) throws {
        switch report.ending {
        case .goal: try Console.write("\(presenter.store)")
        case .failure(let error): try Console.note("calearning: \(error)")
        }
    }
}
