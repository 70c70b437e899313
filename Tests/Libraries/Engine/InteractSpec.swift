import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@Suite struct ユースケースの実行 {
    @Suite struct ゴールに着いた場合 {
        @Test func 通ったシーンがすべて順に残る() async throws {
            let scenario = try await Countdown.interact(from: Countdown.from(10), with: .testing())

            #expect(
                scenario.scenes == [
                    .basic(.アプリは数を一つ減らす(rest: 10)),
                    .basic(.アプリは数を一つ減らす(rest: 9)),
                    .alternate(.八の倍数の場合_アプリは数を一つ減らす(rest: 8)),
                    .basic(.アプリは数を一つ減らす(rest: 7)),
                    .basic(.アプリは数を一つ減らす(rest: 6)),
                    .basic(.アプリは数を一つ減らす(rest: 5)),
                    .basic(.アプリは数を一つ減らす(rest: 4)),
                    .basic(.アプリは数を一つ減らす(rest: 3)),
                    .basic(.アプリは数を一つ減らす(rest: 2)),
                    .basic(.アプリは数を一つ減らす(rest: 1)),
                    .last(.零になった場合_アプリは終わる),
                ])
        }

        @Test func 実行ごとに識別子があり誰がいつ始めたかが残る() async throws {
            let dependencies = Dependencies.testing()

            let first = try await Countdown.interact(from: Countdown.initial, with: dependencies)
            let second = try await Countdown.interact(from: Countdown.initial, with: dependencies)

            #expect(first.walk.run != second.walk.run)
            #expect(first.walk.actor == .user)
            #expect(first.walk.startedAt == Timestamp.example)
        }

        @Test func 渡された識別子は成功しても失敗してもその実行のものになる() async throws {
            let run = UUIDv7(at: Timestamp(milliseconds: 1), random: (2, 3))

            let scenario = try await Countdown.interact(from: Countdown.initial, with: .testing(), run: run)
            let error = await #expect(throws: UnfinishedScenario<WaitAndFail>.self) {
                try await WaitAndFail.interact(
                    from: WaitAndFail.initial, as: .application, with: .testing(), run: run)
            }

            #expect(scenario.walk.run == run)
            #expect(error?.walk.run == run)
        }

        @Test func 百万のシーンも一つのシーンと同じ深さのスタックで通る() async throws {
            let scenario = try await DepthGauge.interact(from: DepthGauge.from(1_000_000), with: .testing())

            #expect(scenario.walk.passages.count == 1_000_000)
            #expect(scenario.goal.spread < 4096)
        }
    }

    @Suite struct シーンが失敗した場合 {
        @Test func エラーがそれまでのシーンと掛かった時間を運ぶ() async throws {
            let error = await #expect(throws: UnfinishedScenario<WaitAndFail>.self) {
                try await WaitAndFail.interact(
                    from: WaitAndFail.initial, as: .application,
                    with: .testing(clock: ImmediateClock(timeOfDayJumps: true)))
            }

            let passages = try #require(error?.walk.passages)
            #expect(passages.map(\.scene) == [.basic(.アプリは三秒待つ), .basic(.アプリは失敗する)])
            #expect(passages.map(\.duration) == [.seconds(3), .zero])
            #expect(error?.error.service == .client(.networkUnreachable))
        }
    }

    @Suite struct 許されていないアクターの場合 {
        @Test func 最初のシーンの前に断る() async throws {
            let clock = ImmediateClock()
            let (scenes, observer) = AsyncStream.makeStream(of: Scene<WaitAndFail>.self)

            let error = await #expect(throws: UnfinishedScenario<WaitAndFail>.self) {
                try await WaitAndFail.interact(
                    from: WaitAndFail.initial, as: .user, with: .testing(clock: clock), observer: observer)
            }

            #expect(error?.error.service == .authorization(.notPermitted(actor: .user, usecase: "WaitAndFail")))
            #expect(error?.walk.passages.isEmpty == true)
            await expect(scenes.reduce(into: []) { $0.append($1) }, equals: [])
            #expect(clock.uptime == .zero)
        }
    }

    @Suite struct 中断された場合 {
        @Test func シーンの間で止まる() async throws {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await Countdown.interact(from: Countdown.initial, with: .testing())
            }

            let error = await #expect(throws: UnfinishedScenario<Countdown>.self) { try await task.value }

            #expect(error?.error.system == .task(.interrupted))
            #expect(error?.walk.passages.isEmpty == true)
        }
    }

    @Suite struct 見ている者がいる場合 {
        @Test func シーンに入るたびに知らされゴールで終わる() async throws {
            let (scenes, observer) = AsyncStream.makeStream(of: Scene<Countdown>.self)

            let scenario = try await Countdown.interact(from: Countdown.from(9), with: .testing(), observer: observer)

            await expect(scenes.reduce(into: []) { $0.append($1) }, equals: scenario.scenes)
        }

        @Test func 失敗しても最後のシーンまで知らされて終わる() async throws {
            let (scenes, observer) = AsyncStream.makeStream(of: Scene<WaitAndFail>.self)

            await #expect(throws: UnfinishedScenario<WaitAndFail>.self) {
                try await WaitAndFail.interact(
                    from: WaitAndFail.initial, as: .application, with: .testing(), observer: observer)
            }

            let seen = await scenes.reduce(into: []) { $0.append($1) }
            #expect(seen == [.basic(.アプリは三秒待つ), .basic(.アプリは失敗する)])
        }
    }

    @Suite struct シーンの名前と値 {
        @Test func 値を持たないシーン() {
            let scene = Scene<Enrol>.alternate(.番号がない場合_アプリは番号を取得する)

            #expect(scene.name == "番号がない場合_アプリは番号を取得する")
            #expect(scene.course == .alternative)
            #expect(scene.declared.values.isEmpty)
        }

        @Test func 値を持つシーン() {
            let scene = Scene<Enrol>.basic(.アプリは案内を読んだ記録がないかを調べる(number: "7"))

            #expect(scene.name == "アプリは案内を読んだ記録がないかを調べる")
            #expect(scene.course == .basic)
            #expect(scene.declared.values.mapValues { "\($0)" } == ["number": "7"])
        }
    }
}
