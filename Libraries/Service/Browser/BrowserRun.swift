#if Server
import Synchronization
import UsecasesEngine
import UsecasesStorage
import UsecasesTerminal

struct BrowserRun: Sendable {
    /// The maximum number of lines of a demonstration.
    private static let outputLimit = 500

    let dependencies: Dependencies
    let language: Language

    /// Runs the behaviour, and what its screen does by itself.
    @MainActor func perform(_ behaviour: Behaviour) async -> (screen: Screen, report: Report) {
        let presenter = ScreenPresenter(dependencies: dependencies, splash: .zero)
        let report = await behaviour.perform(with: presenter)
        if case .failure(let error) = report.ending {
            return (Screen(nil, .failure(StoredForm.Failure(error)), exitStatus: error.exitStatus), report)
        }
        return (await appeared(presenter.screen), report)
    }

    /// Runs what the screen does by itself, and returns the next screen. If that fails, the screen stays and shows the
    /// error, because the user did not ask for it. A screen with a message stays as it is.
    @MainActor func appeared(_ screen: Screen) async -> Screen {
        guard let behaviour = screen.onAppear, screen.view.notice == nil else { return screen }
        let presenter = ScreenPresenter(dependencies: dependencies, splash: .zero)
        let report = await behaviour.perform(with: presenter, as: .application)
        guard case .failure(let error) = report.ending else { return presenter.screen }
        return screen.remarking(Page.failure(StoredForm.Failure(error)).heading)
    }

    @MainActor func output(of screen: Screen) async -> [Line] {
        var output: [Line] = []
        guard let demonstration = screen.view.demonstration else { return [] }
        for await line in demonstration.lines(in: language) {
            output.append(line)
            if output.count == Self.outputLimit { break }
        }
        return output
    }
}

/// A tap that stops a run before it changes anything outside the browser's own store.
final class ReadingTap: Tap, RunTap {
    private let refused = Mutex(false)

    var hasRefused: Bool { refused.withLock { $0 } }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        if operation.changes, operation.call.isOutsideStore { refused.withLock { $0 = true } }
        // A run that catches the error must not go on to change anything else.
        guard !hasRefused || !operation.changes else { throw .interrupted }
        return try await performing()
    }
}

extension StoredForm.Failure {
    /// The public part of the error. Addresses, paths and causes concern only the operator, who finds them in the log.
    init(_ error: ErrorReport) {
        let isPublic = error.args.isEmpty && error.causedBy.isEmpty
        let message = isPublic ? error.message : Sentence(en: "That did not work.", ja: "うまくいきませんでした。")
        let name = Sentence(en: "\(error.kind): \(error.asciiName)", ja: "\(error.kind): \(error.name)")
        self.init(message: message.byLanguage, name: name.byLanguage)
    }
}

extension Sentence {
    fileprivate var byLanguage: [String: String] {
        Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, text(in: $0)) })
    }

    fileprivate init(_ texts: [String: String]) {
        self.init(en: texts["en"] ?? "", ja: texts["ja"] ?? "")
    }
}

extension View where Self == Page {
    /// The page of a failed run.
    static func failure(_ failure: StoredForm.Failure) -> Page {
        Page(
            heading: Sentence(failure.message), headingStyle: .alarm,
            paragraphs: [
                Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。"), Sentence(failure.name),
            ], keys: [.again])
    }
}
#endif
