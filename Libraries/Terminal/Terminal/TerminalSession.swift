import UsecasesEngine

/// A session that runs the presenter on a display. It draws the store, and performs the actions of the screen's keys.
@MainActor
final class TerminalSession {
    /// The ending of a session. It has the report of the last use case that the user started, and the signal that
    /// stopped the session. Both are optional.
    struct Ending: Sendable {
        let report: Report?
        let signal: Int32?
    }

    private typealias Work = @MainActor (ScreenPresenter) async -> Report

    private enum Event: Sendable {
        case display(DisplayEvent)
        case tick
        case finished(Report)
        /// A line of the demonstration, or `nil` at its end.
        case output(Line?, of: Demonstration)
    }

    private static let tick = Duration.milliseconds(100)
    /// More lines or items than any view has.
    private static let wholeView = 1 << 32

    private let presenter: ScreenPresenter
    private let display: any Display
    private let clock: any Clock
    private let language: Language

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var work: Task<Void, Never>?
    /// Whether the work runs without a request of the user, who may continue typing.
    private var isBackgroundRun = false
    /// The work that the user has requested during a background run, with its screen.
    private var asked: (screen: String?, work: Work)?
    /// The work that the key `r` repeats.
    private var latest: Work?
    private var report: Report?
    private var signal: Int32?
    private var phase = 0
    /// The number of lines of the view above the display.
    private var offset = 0
    /// The possible offsets, if a key has asked for them since the view was drawn. They cost a layout of the view.
    private var offsets: ClosedRange<Int>?
    private var selection = 0
    private var trail = ScreenTrail()
    private var performance = Performance()

    init(presenter: ScreenPresenter, display: any Display, clock: any Clock, language: Language) {
        self.presenter = presenter
        self.display = display
        self.clock = clock
        self.language = language
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Runs the behaviour with the splash, or shows the current screen of the presenter. Returns when the user leaves.
    func run(startingWith behaviour: (@MainActor (ScreenPresenter) async -> Report)? = nil) async -> Ending {
        let forwarding = Task { [display, continuation] in
            for await event in display.events { continuation.yield(.display(event)) }
        }
        defer {
            forwarding.cancel()
            performance.end()
        }
        if let behaviour { start(behaviour) }
        draw()
        for await event in events {
            guard continues(after: event) else { break }
            draw()
        }
        return Ending(report: report, signal: signal)
    }

    private func continues(after event: Event) -> Bool {
        switch event {
        case .tick:
            phase += 1
        case .display(.resized):
            break
        case .display(.interrupted(let number)):
            // After a second signal, the session does not wait for the use case.
            guard let work, signal == nil else {
                signal = signal ?? number
                return false
            }
            signal = number
            work.cancel()
        case .finished(let report):
            finish(with: report)
            return signal == nil
        case .output(let line, let demonstration):
            performance.hear(line, of: demonstration)
        case .display(.keys(let keys)):
            return keys.allSatisfy { key in
                follow()
                return continues(after: key)
            }
        }
        return true
    }

    private func continues(after key: DisplayEvent.Key) -> Bool {
        guard work == nil || isBackgroundRun else {
            presenter.endSplash()
            return true
        }
        let binding = view.keys(at: selection).first { $0.keys.contains(key) }
        switch binding?.effect {
        case .leave: return leave()
        case .again:
            if let latest { start(latest) }
        case .dispatch(let behaviour): start { await behaviour.perform(with: $0) }
        case .show(let screen):
            if work == nil { presenter.show(screen) }
        case nil: return edits(with: key) || continuesAnywhere(after: key)
        }
        return true
    }

    /// Passes the key to the form. Returns whether the form handled it.
    private func edits(with key: DisplayEvent.Key) -> Bool {
        guard let form = view.form, let response = trail.entry?.respond(to: key, canReveal: form.canReveal) else {
            return false
        }
        // Scrolls to the focused field.
        if response != .none { (offset, offsets) = (0, nil) }
        if response == .submitted, let entry = trail.entry {
            if let screen = trail.current.objection(to: entry) {
                presenter.show(screen)
                return true
            }
            let behaviour = form.submission.behaviour(with: entry)
            start { await behaviour.perform(with: $0) }
        }
        return response != .none
    }

    /// Handles the keys that work on every screen, because the user can leave every screen.
    private func continuesAnywhere(after key: DisplayEvent.Key) -> Bool {
        switch key {
        case .character("q"), .endOfInput: return leave()
        case .escape:
            guard work == nil, let screen = trail.goBack() else { return view.form == nil || leave() }
            (offset, selection) = (0, 0)
            presenter.show(screen)
        case .character("?"):
            if work == nil, view.hiddenLines(in: frame) > 0 { presenter.show(.scrollKeys) }
        default: scroll(by: key)
        }
        return true
    }

    private func leave() -> Bool {
        work?.cancel()
        return false
    }

    /// Starts the work unless it is running. It waits for the end of a background run.
    private func start(_ behaviour: @escaping Work) {
        guard work == nil else {
            if isBackgroundRun, asked == nil { asked = (presenter.screen.name, behaviour) }
            return
        }
        latest = behaviour
        isBackgroundRun = false
        perform(behaviour)
    }

    /// Starts the automatic behaviour of a screen. If it fails, the screen stays and shows the error, because the user
    /// did not request the behaviour.
    private func startUnasked(_ behaviour: Behaviour) {
        isBackgroundRun = true
        perform { presenter in
            let screen = presenter.screen
            let report = await behaviour.perform(with: presenter, as: .application)
            if case .failure(let error) = report.ending {
                presenter.show(screen.remarking(error.message.followed(by: error.advice)))
            }
            return report
        }
    }

    private func perform(_ behaviour: @escaping Work) {
        work = Task { [presenter, continuation, clock] in
            let ticking = Task {
                // Only the end of the use case ends this loop.
                while (try? await clock.sleep(for: Self.tick)) != nil { continuation.yield(.tick) }
            }
            let report = await behaviour(presenter)
            ticking.cancel()
            continuation.yield(.finished(report))
        }
    }

    private func finish(with report: Report) {
        work = nil
        guard !isBackgroundRun else { return startRequested() }
        self.report = report
        // The work may contain typed secrets, so it is kept only while it can be repeated.
        if case .goal = report.ending { latest = nil }
        follow()
        trail.prepareForAnotherTry()
    }

    /// Starts the requested work, if its screen is still shown.
    private func startRequested() {
        guard let asked else { return }
        self.asked = nil
        if asked.screen == presenter.screen.name { start(asked.work) }
    }

    private func scroll(by key: DisplayEvent.Key) {
        let page = max(1, display.size.rows / 2)
        let distance =
            switch key {
            case .up: -1
            case .down: 1
            case .pageUp: -page
            case .pageDown, .character(" "): page
            case .home, .character("g"): -Self.wholeView
            case .end, .character("G"): Self.wholeView
            default: 0
            }
        if view.choices > 0 {
            selection = min(max(0, selection + distance), view.choices - 1)
        } else {
            let offsets = offsets ?? view.offsets(in: frame)
            self.offsets = offsets
            offset = min(max(offsets.lowerBound, offset + distance), offsets.upperBound)
        }
    }

    /// Follows the store to its screen. A different screen begins at its top.
    private func follow() {
        let screen = presenter.screen
        guard screen != trail.current else { return }
        (offset, offsets) = (0, nil)
        selection = screen.name == trail.current.name ? min(selection, max(0, screen.view.choices - 1)) : 0
        trail.follow(to: screen)
    }

    private func draw() {
        offsets = nil
        follow()
        performance.follow(to: view.demonstration, in: language, on: clock) { [continuation] line, demonstration in
            continuation.yield(.output(line, of: demonstration))
        }
        if work == nil, signal == nil, let behaviour = trail.appearance() { startUnasked(behaviour) }
        let isTyping = work == nil || isBackgroundRun
        display.draw(view.lines(in: frame), cursor: isTyping ? view.cursor(in: frame) : nil)
    }

    private var view: any View { presenter.screen.view }

    private var frame: Frame {
        let size = display.size
        return Frame(
            columns: size.columns, rows: size.rows, offset: offset, language: language,
            hasFailed: presenter.screen.exitStatus != .success, scene: presenter.scene, phase: phase,
            entry: trail.entry,
            selection: selection, canGoBack: trail.canGoBack, output: performance.output)
    }
}

extension Screen {
    /// The keys that move over a long page.
    fileprivate static let scrollKeys = Screen(
        "keys",
        Page(
            heading: Sentence(en: "Keys", ja: "キー"),
            paragraphs: [
                Sentence(en: "↑ ↓ – one line", ja: "↑ ↓ – 1行"),
                Sentence(en: "Page Up, Page Down, Space – half a screen", ja: "Page Up、Page Down、スペース – 半画面"),
                Sentence(en: "Home or g – the beginning", ja: "Home、g – 先頭"),
                Sentence(en: "End or G – the end", ja: "End、G – 末尾"),
            ], keys: [.quit]))
}
