import Observation
import Testing
import UsecasesEngine
import UsecasesPresenter
import UsecasesTestSupport
import UsecasesTesting

private enum Shown: Hashable {
    case nothing, interruption
    case goal(String)
    case failure(String)

    init(goal: some SceneName) { self = .goal(goal.name) }

    init(error: ErrorWrapper) { self = error.isInterruption ? .interruption : .failure(error.name) }
}

/// A view that reads values whenever one of them changes, in a later turn of the main actor, as SwiftUI does.
@MainActor private final class ObservingView<Value: Sendable> {
    private let read: @MainActor @Sendable () -> Value
    /// The values that the view has read, the current ones last.
    private(set) var drawn: [Value] = []
    private(set) var wakes = 0

    init(_ read: @escaping @MainActor @Sendable () -> Value) {
        self.read = read
        draw()
    }

    private func draw() {
        let value = withObservationTracking(read) { [weak self] in
            // It ends the process on another actor.
            MainActor.assumeIsolated { self?.wakes += 1 }
            Task { @MainActor in self?.draw() }
        }
        drawn.append(value)
    }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct プレゼンタ {
    private let clock = ManualClock()
    private let presenter: Presenter<Shown>

    init() {
        presenter = Presenter(
            shown: .nothing, dependencies: .testing(clock: clock) { $0.office.adapter = StubOffice() },
            error: Shown.init(error:))
    }

    /// Starts a use case that waits in its first scene, and returns when the scene is shown.
    private func wait() async throws -> Task<Void, Never> {
        let waiting = Task {
            _ = await presenter.dispatch(WaitAndFail.initial, as: .application, goal: Shown.init(goal:))
        }
        try await eventually("the scene is shown") { presenter.scene != nil && !clock.rests.isEmpty }
        return waiting
    }

    @Test func 実行の前は最初の値を_実行中は今のシーンも_後はエラーを示す() async throws {
        #expect(presenter.shown == .nothing)
        #expect(presenter.scene == nil)
        #expect(!presenter.isRunning)

        let waiting = try await wait()
        #expect(presenter.shown == .nothing)
        #expect(presenter.scene == WaitAndFail.sentence("アプリは三秒待つ"))
        #expect(presenter.isRunning)

        clock.advance(by: .seconds(3))
        await waiting.boundValue
        #expect(presenter.shown == .failure(WaitAndFail.error.name))
        #expect(presenter.scene == nil)
        #expect(!presenter.isRunning)
    }

    @Test func ゴールに着けばゴールを示し_その実行を返す() async {
        let outcome = await presenter.dispatch(Enrol.initial, goal: Shown.init(goal:))

        let goal = (try? outcome.get())?.goal
        #expect(goal == .案内を読んだ記録がない場合_アプリは案内を表示)
        #expect(presenter.shown == .goal("案内を読んだ記録がない場合_アプリは案内を表示"))
    }

    @Test func 取り消されたら中断を示す() async throws {
        let waiting = try await wait()
        waiting.cancel()

        await waiting.boundValue
        #expect(presenter.shown == .interruption)
        #expect(presenter.scene == nil)
        #expect(clock.uptime == .zero)
    }

    @Test func 二つのうち一つが終わっても実行中である() async throws {
        let first = try await wait()
        let second = try await wait()
        try await eventually("both wait") { clock.rests.count == 2 }
        let view = ObservingView { [presenter] in presenter.isRunning }

        first.cancel()
        await first.boundValue
        #expect(presenter.isRunning)
        second.cancel()
        await second.boundValue
        #expect(!presenter.isRunning)
        try await eventually("the view has drawn the end") { view.drawn.last == false }
        #expect(view.drawn == [true, false])
    }

    @Test func 値だけを読むビューは終わりに一度だけメインアクターで起こされる() async throws {
        let view = ObservingView { [presenter] in presenter.shown }

        await presenter.dispatch(Enrol.initial, goal: Shown.init(goal:))

        try await eventually("the view has drawn the goal") { view.drawn.last == presenter.shown }
        #expect(view.drawn == [.nothing, .goal("案内を読んだ記録がない場合_アプリは案内を表示")])
        #expect(view.wakes == 1)
    }

    @Test func すべてを読むビューも終わりには一度だけ起こされる() async throws {
        let view = ObservingView { [presenter] in
            "\(presenter.shown), \(presenter.isRunning), \(presenter.scene?.text(in: .ja) ?? "-")"
        }
        let waiting = try await wait()
        try await eventually("the view has drawn the scene") { view.drawn.last == "nothing, true, アプリは三秒待つ" }
        let wakes = view.wakes

        waiting.cancel()
        await waiting.boundValue

        try await eventually("the view has drawn the end") { view.drawn.last == "interruption, false, -" }
        #expect(view.wakes == wakes + 1)
    }
}
