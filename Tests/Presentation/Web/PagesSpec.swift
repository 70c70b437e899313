#if Server
import CalearningApplication
import Synchronization
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesService
@testable import UsecasesTerminal

private let paged = Catalogue.usecases.filter { $0 is any PagedUsecase.Type }

/// The addresses of all use cases, and what `GET` may do.
@Suite(.timeLimit(.minutes(5))) struct ユースケースのページ {
    @Test func 利用者の命令はどれも一つの住所を持つ() throws {
        let places = try paged.map { try #require(UsecasePlace($0), "\($0)") }

        #expect(Set(places.map(\.path)).count == places.count)
        #expect(places.allSatisfy { $0.path.wholeMatch(of: #/[a-z-]+(\/[a-z-]+)?/#) != nil })
        let paths = Set(places.map(\.path))
        #expect(paths.isSuperset(of: ["sessions", "sessions/end", "user", "tutorial", "tutorial/complete", "boot"]))
        #expect(paths.isDisjoint(with: ["usecases", "language"]))
        let others = Catalogue.usecases.filter { $0.actors.contains(.user) && !($0 is any PagedUsecase.Type) }
        #expect(others.isEmpty, "every command of a user has a page")
    }

    /// Each scenario is played as a `GET` plays it. The laboratory says what it would have changed.
    @Test(arguments: paged) func 開くだけでは_ブラウザの保存先のほかを何も変えない(usecase: any Usecase.Type) async throws {
        func explore<U: Usecase>(_ usecase: U.Type) async -> (free: Exploration, read: [NotedCalls]) {
            var noted: [NotedCalls] = []
            await U.forEachWay { beginning, outcomes in
                let calls = NotedCalls()
                var dependencies = Dependencies.fixture()
                dependencies.taps = [ReadingTap(), calls, outcomes]
                _ = try? await U.interact(from: beginning, as: .user, with: dependencies)
                noted.append(calls)
            }
            return (await Explorations.of(usecase), noted)
        }
        let (free, read) = await explore(usecase)

        #expect(read.allSatisfy { $0.changedPorts.isSubset(of: ["DataStore"]) }, "\(read.map(\.changedPorts))")
        // What runs by `GET` never meets a refusal, and all else has a button.
        let place = try #require(UsecasePlace(usecase))
        #expect(place.isSafe == !free.changesOutsideStore)
    }

    @Test func 住所の文字からはじまり_はじまりからは同じ文字になる() {
        for page in 1...7 {
            let texts = ["page": "\(page)"]
            #expect(ReadTutorial.beginning(with: texts).map { ReadTutorial.texts(of: $0) } == texts)
        }
        for page in ["0", "8", "x", "", "1 "] { #expect(ReadTutorial.beginning(with: ["page": page]) == nil) }
        #expect(EndSession.form(with: ["id": "x"], for: nil) == nil)
        let id = "\(UUIDv7.fixture())"
        #expect(EndSession.form(with: ["id": id], for: nil)?.address == PageAddress(EndSession.self, ["id": id]))
    }

    @Test(arguments: paged) func 欄の名前はページの欄と重ならない(usecase: any Usecase.Type) throws {
        let form = try #require(UsecasePlace(usecase)).form(["id": "\(UUIDv7.fixture())"], "ada")?.view.form

        #expect(PageAddress.reserved.isDisjoint(with: form?.fields.map(\.name) ?? []))
        #expect((form?.fields.count ?? 0) + 4 <= FormFields.limit)
    }
}

/// A tap that notes the ports that a run changes.
private final class NotedCalls: Tap, RunTap {
    private let ports = Mutex<Set<String>>([])

    var changedPorts: Set<String> { ports.withLock { $0 } }

    func begin(_ run: RunDescription, at scene: TappedScene) -> any RunTap { self }

    func answer<Value>(
        _ operation: PortOperation<Value>, performing: @escaping @Sendable () async throws(ErrorWrapper) -> Value
    ) async throws(ErrorWrapper) -> Value {
        if operation.changes { ports.withLock { _ = $0.insert(operation.port) } }
        return try await performing()
    }
}
#endif
