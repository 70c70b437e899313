import Application
import Domain

/// Runs the presenter on a display: draws its store, and does what the keys of its screen do.
@MainActor
final class TerminalSession {
    /// How it ended: the report of the last use case, if one ran, and the signal that stopped it, if one did.
    struct Ending: Sendable {
        let report: Report?
        let signal: Int32?
    }

    private typealias Work = @MainActor (Presenter) async -> Report

    private enum Event: Sendable {
        case display(DisplayEvent)
        case tick
        case finished(Report)
    }

    private static let tick = Duration.milliseconds(100)

    private let presenter: Presenter
    private let display: any Display
    private let clock: any Clock
    private let language: Language

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var work: Task<Void, Never>?
    /// What `r` tries again.
    private var latest: Work?
    private var report: Report?
    private var signal: Int32?
    private var phase = 0
    /// How many lines of the view are above the display.
    private var offset = 0
    /// What was drawn last: a different screen begins at its top.
    private var shown: Screen?

    init(presenter: Presenter, display: any Display, clock: any Clock, language: Language) {
        self.presenter = presenter
        self.display = display
        self.clock = clock
        self.language = language
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Starts with the splash, or with what the presenter shows already, and continues until the user leaves.
    func run(startingWith behaviour: (@MainActor (Presenter) async -> Report)? = nil) async -> Ending {
        let forwarding = Task { [display, continuation] in
            for await event in display.events { continuation.yield(.display(event)) }
        }
        defer { forwarding.cancel() }
        if let behaviour { start(behaviour) }
        draw()
        for await event in events {
            guard goesOn(after: event) else { break }
            draw()
        }
        return Ending(report: report, signal: signal)
    }

    private func goesOn(after event: Event) -> Bool {
        switch event {
        case .tick:
            phase += 1
        case .display(.resized):
            break
        case .display(.interrupted(let number)):
            // The second time, the session does not wait for the use case to notice.
            guard let work, signal == nil else {
                signal = signal ?? number
                return false
            }
            signal = number
            work.cancel()
        case .finished(let report):
            self.report = report
            work = nil
            return signal == nil
        case .display(.keys(let keys)):
            return keys.allSatisfy(goesOn(after:))
        }
        return true
    }

    private func goesOn(after key: DisplayEvent.Key) -> Bool {
        guard work == nil else { return true }
        switch presenter.store.screen.view.keys.first(where: { $0.keys.contains(key) })?.effect {
        case .leave:
            return false
        case .again:
            if let latest { start(latest) }
        case .dispatch(let behaviour):
            start { await behaviour.perform(with: $0) }
        case nil:
            // Every screen can be left.
            if key == .character("q") || key == .endOfInput { return false }
            scroll(by: key)
        }
        return true
    }

    private func start(_ behaviour: @escaping Work) {
        latest = behaviour
        work = Task { [presenter, continuation, clock] in
            let ticking = Task {
                // Only the end of the use case ends it.
                while (try? await clock.sleep(for: Self.tick)) != nil { continuation.yield(.tick) }
            }
            let report = await behaviour(presenter)
            ticking.cancel()
            continuation.yield(.finished(report))
        }
    }

    private func scroll(by key: DisplayEvent.Key) {
        let page = max(1, display.size.rows / 2)
        switch key {
        case .up: offset -= 1
        case .down: offset += 1
        case .pageUp: offset -= page
        case .pageDown: offset += page
        case .character, .enter, .endOfInput: return
        }
        offset = min(max(0, offset), view.hiddenLines(in: frame))
    }

    private func draw() {
        if shown != presenter.store.screen { (shown, offset) = (presenter.store.screen, 0) }
        display.draw(view.lines(in: frame))
    }

    private var view: any View { presenter.store.screen.view }

    private var frame: Frame {
        let size = display.size
        return Frame(
            columns: size.columns, rows: size.rows, offset: offset, language: language, scene: presenter.store.scene,
            phase: phase)
    }
}
