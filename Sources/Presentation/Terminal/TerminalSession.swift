import Application
import Domain

/// Runs the presenter on a screen: draws its store, and turns keys into its behaviours.
@MainActor
final class TerminalSession {
    /// How it ended: what the last use case came to, if one ran, and the signal that stopped it, if one did.
    struct Ending: Sendable {
        let report: Report?
        let signal: Int32?
    }

    private typealias Behaviour = @MainActor (Presenter) async -> Report

    private enum Event: Sendable {
        case screen(ScreenEvent)
        case tick
        case finished(Report)
    }

    private static let tick = Duration.milliseconds(100)

    private let presenter: Presenter
    private let screen: any Screen
    private let clock: any Clock
    private let language: Language

    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private var work: Task<Void, Never>?
    /// What `r` tries again.
    private var latest: Behaviour?
    private var report: Report?
    private var signal: Int32?
    private var phase = 0
    /// How many lines of the view are above the screen.
    private var offset = 0
    /// What was drawn last: another view begins at its top.
    private var shown: Store.Screen?

    init(presenter: Presenter, screen: any Screen, clock: any Clock, language: Language) {
        self.presenter = presenter
        self.screen = screen
        self.clock = clock
        self.language = language
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Starts with the splash, or with what the presenter shows already, and goes on until the user leaves.
    func run(startingWith behaviour: (@MainActor (Presenter) async -> Report)? = nil) async -> Ending {
        let forwarding = Task { [screen, continuation] in
            for await event in screen.events { continuation.yield(.screen(event)) }
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
        case .screen(.resized):
            break
        case .screen(.interrupted(let number)):
            // The second time, nobody waits for the use case to notice.
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
        case .screen(.keys(let keys)):
            return keys.allSatisfy(goesOn(after:))
        }
        return true
    }

    private func goesOn(after key: ScreenEvent.Key) -> Bool {
        guard work == nil else { return true }
        switch (presenter.store.screen, key) {
        case (_, .character("q")), (_, .endOfInput), (.login, .enter):
            return false
        case (.tutorial, .enter):
            start { await $0.dispatch(CompleteTutorial.initial) }
        case (.error, .character("r")), (.error, .enter):
            if let latest { start(latest) }
        case (_, .up), (_, .down), (_, .pageUp), (_, .pageDown): scroll(by: key)
        case (.splash, _), (.tutorial, .character), (.login, .character), (.error, .character), (.zen, _), (.user, _),
            (.noSuchUser, _), (.rateLimit, _), (.status, _), (.version, _), (.goal, _):
            break
        }
        return true
    }

    private func start(_ behaviour: @escaping Behaviour) {
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

    private func scroll(by key: ScreenEvent.Key) {
        let page = max(1, screen.size.rows / 2)
        switch key {
        case .up: offset -= 1
        case .down: offset += 1
        case .pageUp: offset -= page
        case .pageDown: offset += page
        case .character, .enter, .endOfInput: break
        }
        offset = min(max(0, offset), view.hiddenLines(in: frame))
    }

    private func draw() {
        if shown != presenter.store.screen { (shown, offset) = (presenter.store.screen, 0) }
        screen.draw(view.lines(in: frame))
    }

    private var view: any View { presenter.store.view(phase: phase) }

    private var frame: Frame {
        let size = screen.size
        return Frame(columns: size.columns, rows: size.rows, offset: offset, language: language)
    }
}
