package import Usecases
package import UsecasesTerminal

/// The session of a browser. Like the session of a terminal, it runs the presenter, and performs the actions of the
/// screen's keys.
@MainActor
package final class BrowserSession {
    /// The maximum number of lines of a demonstration.
    private static let outputLimit = 500

    private let presenter: Presenter
    private let menu: [KeyBinding]
    /// The language of demonstrations.
    package var language: Language
    private var trail = ScreenTrail()
    private var number: Int
    /// The run of a use case, or `nil` if none is running.
    private var work: Task<Void, Never>?
    /// The behaviour that the user can repeat after an error.
    private var latest: Behaviour?
    private var output: [Line] = []
    /// Receives the report of each failed run.
    private let onFailure: @Sendable (Report, ErrorReport) -> Void

    /// Creates a session that shows this screen first. The pages of its screens are in `language`.
    /// `firstNumber` is the number of its first page.
    package init(
        dependencies: Dependencies, start: Screen, menu: [KeyBinding], firstNumber: Int = 1, in language: Language,
        onFailure: @escaping @Sendable (Report, ErrorReport) -> Void = { _, _ in }
    ) {
        self.onFailure = onFailure
        number = firstNumber
        presenter = Presenter(dependencies: dependencies, store: Store(screen: start), splash: .zero)
        self.menu = menu
        self.language = language
        trail.follow(to: start)
    }

    /// Whether a use case is running.
    package var isRunning: Bool { work != nil }

    /// The page to show now.
    package var page: BrowserPage {
        BrowserPage(
            screen: presenter.store.screen, number: number, running: (work != nil, presenter.store.scene),
            entry: trail.entry, canGoBack: trail.canGoBack, output: output)
    }

    /// Runs the behaviour, unless a use case is running.
    package func start(_ behaviour: Behaviour) {
        guard work == nil else { return }
        latest = behaviour
        number += 1
        work = Task {
            let report = await behaviour.perform(with: presenter)
            switch report.ending {
            // The behaviour may contain typed secrets, so it is kept only while it can be repeated.
            case .goal: latest = nil
            case .failure(let error):
                onFailure(report, error)
                presenter.show(Screen(nil, Page.failure(error), exitStatus: error.exitStatus))
            }
            await arrive(isAnswer: true)
            work = nil
        }
    }

    /// Performs an action of the page with this number. Returns whether it did. An action of another page, or during a
    /// run, has no effect. `texts` are the texts of the form by the names of its fields.
    package func perform(_ action: BrowserAction, onPage number: Int, with texts: [String: Secret]) -> Bool {
        guard work == nil, number == self.number else { return false }
        let view = presenter.store.screen.view
        switch action {
        case .key(let index):
            return apply(view.keys.element(at: index)?.effect)
        case .choice(let item, let index):
            guard (0..<view.choices).contains(item) else { return false }
            return apply(view.choiceKeys(at: item).element(at: index)?.effect)
        case .menu(let index):
            return apply(menu.element(at: index)?.effect)
        case .back:
            guard let screen = trail.goBack() else { return false }
            presenter.show(screen)
            self.number += 1
            output = []
            return true
        case .submit:
            guard let form = view.form else { return false }
            let entry = FormEntry(of: form, filledWith: texts)
            trail.entry = entry
            if let screen = form.submission.objection(to: entry) { return apply(.show(screen)) }
            start(form.submission.behaviour(with: entry))
            return true
        }
    }

    private func apply(_ effect: KeyBinding.Effect?) -> Bool {
        switch effect {
        case .dispatch(let behaviour): start(behaviour)
        case .again:
            guard let latest else { return false }
            start(latest)
        case .show(let screen):
            presenter.show(screen)
            number += 1
            work = Task {
                await arrive(isAnswer: false)
                work = nil
            }
        case .leave, nil: return false
        }
        return true
    }

    /// Moves to the screen of the store. Runs the screen's automatic behaviour and its demonstration.
    private func arrive(isAnswer: Bool) async {
        repeat {
            trail.follow(to: presenter.store.screen)
            if isAnswer { trail.prepareForAnotherTry() }
        } while await performedAppearance()
        output = []
        guard let demonstration = presenter.store.screen.view.demonstration else { return }
        for await line in demonstration.lines(in: language) {
            output.append(line)
            if output.count == Self.outputLimit { break }
        }
    }

    /// If the behaviour fails, the screen stays and shows the error, because the user did not ask for it.
    private func performedAppearance() async -> Bool {
        guard let behaviour = trail.appearance() else { return false }
        let screen = presenter.store.screen
        let report = await behaviour.perform(with: presenter, as: .application)
        if case .failure(let error) = report.ending {
            onFailure(report, error)
            presenter.show(screen.remarking(Page.failure(error).heading))
        }
        return true
    }
}

extension Page {
    /// The page of a failed run. Addresses, paths and causes concern only the operator, who finds them in the log.
    fileprivate static func failure(_ error: ErrorReport) -> Page {
        let isPublic = error.args.isEmpty && error.causedBy.isEmpty
        let general = Sentence(en: "That did not work.", ja: "うまくいきませんでした。")
        return Page(
            heading: isPublic ? error.message : general, headingStyle: .alarm,
            paragraphs: [
                Sentence(en: "Try again later.", ja: "時間をおいて、もう一度お試しください。"),
                Sentence(en: "\(error.kind): \(error.asciiName)", ja: "\(error.kind): \(error.name)"),
            ], keys: [.again])
    }
}

extension View {
    /// Returns the keys of the item, without the keys of the list.
    fileprivate func choiceKeys(at item: Int) -> [KeyBinding] { (self as? Choices)?.list[item].keys ?? [] }
}

extension Array {
    fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
