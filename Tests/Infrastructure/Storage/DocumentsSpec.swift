import CalearningApplication
import CalearningDomain
import CalearningInfrastructure
import Foundation
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

private struct FixedClock: Clock {
    let now: Timestamp
    let uptime: Duration

    func sleep(for duration: Duration) {}
}

/// A value that is as deep as its number.
private indirect enum Depth: Storable {
    case zero
    case more(Depth)

    init(_ number: Int) { self = number <= 0 ? .zero : .more(Depth(number - 1)) }
}

/// No document is written that its reader refuses.
@Suite struct 書いた文書は読める {
    private static func time(_ choices: inout RandomChoices) -> Timestamp {
        Timestamp(
            milliseconds: choices.number(
                near: Int64.min, .max, 0, -62_167_219_200_000, 253_402_300_799_999, 1 << 48, within: 5_000_000_000))
    }

    @Test func システムの時計がどんな時刻でも_アカウントは読み戻せる() async {
        await forAll(30) { choices in
            (0..<3).map { _ in Self.time(&choices) }
        } holds: { times in
            let directory = TemporaryDirectory()
            let registry = FileAccountRegistry(directory: directory.path, clock: ImmediateClock())
            let account = StoredAccount.fixture()
            let session = StoredSession.fixture(beganAt: times[0], lastUsedAt: max(times[0], times[1]))
            _ = try await registry.record(account, under: nil, beginning: session)
            _ = try await registry.admit(.fixture(), at: times[2])

            let again = FileAccountRegistry(directory: directory.path, clock: ImmediateClock())
            try promise(await again.account(named: account.account.name), is: account)
            let kept = try await again.sessions(of: account.account.id, at: times[0])
            try promise(kept, is: session.session.lasts(at: max(times[0], times[2])) ? [session.session] : [])
        }
    }

    @Test func システムの時計がどんな時刻でも_記録は再生できる() async {
        await forAll(3) { choices in
            FixedClock(
                now: Self.time(&choices),
                uptime: .seconds(choices.number(near: Int64(0), 10_000_000_000, -10_000_000_000, within: 9)))
        } holds: { clock in
            func check<U: Usecase>(_ usecase: U.Type) async throws {
                for scene in U.beginnings {
                    let lines = RecordingLines()
                    var dependencies = Dependencies.fixture(clock: clock)
                    dependencies.taps = [lines.tap]
                    let actor = U.actors.min { $0.rawValue < $1.rawValue } ?? .user
                    _ = try? await U.interact(from: scene, as: actor, with: dependencies)

                    let recorded = try promised(Recording(lines.data).runs.first)
                    let replay = Replay(recorded)
                    var replaying = Dependencies.fixture(clock: ImmediateClock())
                    replaying.taps = [replay]
                    _ = try? await U.interact(from: scene, as: actor, with: replaying, run: recorded.run)
                    try promise("\(replay.remarks)", is: "[]")
                }
            }
            for usecase in Catalogue.usecases { try await check(usecase) }
        }
    }

    @Test func どの深さの値も_読み戻せるか_何も変えずに断られる() async {
        let key = Key<Depth>("depth", example: ("zero", .zero))
        await forAll(50) {
            Depth($0.number(near: 0, 50, 100, 200, within: 60))
        } holds: { value in
            let directory = TemporaryDirectory()
            let store = FileDataStore(
                directory: directory.path, product: "a", keys: [key], clock: ImmediateClock())
            try await store.save(key.with(.zero))
            do throws(ErrorWrapper) {
                try await store.save(key.with(value))
            } catch {
                return try promise(await store.get(key), is: .zero)
            }
            try promise(await store.get(key), is: value)
        }
    }
}
