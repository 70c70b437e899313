import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesSystem
import UsecasesTestSupport

@testable import CalearningTestSupport

/// The seventh chapter of the tutorial.
@Suite(.timeLimit(.minutes(5))) struct 約束の章 {
    private let key = DeviceMemory.keys.udid

    @Test func 同時に保存しても残るのは一つ() async throws {
        let directory = TemporaryDirectory()

        let udids = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1...8 {
                group.addTask { [key] in
                    let store = FileDataStore(
                        directory: directory.path, product: Product.own.name, keys: DeviceMemory.keys.all,
                        clock: SystemClock())
                    return try await store.get(key, orSave: "u-\(number)")
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }

        #expect(udids.count == 1)
    }

    @Test func 同じ鍵には同じUDIDが返る() async throws {
        let server = Dependencies.fixture()
        let key = InstallationKey(fixture: "k-1")
        let scene = RegisterDevice.initial(kind: .terminal, key: key)

        let first = try await RegisterDevice.interact(from: scene, as: .application, with: server)
        let again = try await RegisterDevice.interact(from: scene, as: .application, with: server)

        guard case .記録した場合_サーバは新しいUDIDを返す(let udid) = first.goal else {
            Issue.record("\(first.goal)")
            return
        }
        #expect(again.goal == .発行済みの場合_サーバは同じUDIDを返す(udid: udid))
    }

    /// Looks for a value, and saves one if none exists.
    private func twoSteps(
        _ udid: String, in store: any DataStore, meanwhile others: () async throws -> Void = {}
    ) async throws -> String {
        if let stored = try await store.get(key) { return stored }
        try await others()
        try await store.save(key.with(udid))
        return udid
    }

    @Test func 二段に分けるとほかのプロセスの保存を消す() async throws {
        let store = InMemoryDataStore()

        var theirs: String?
        let mine = try await twoSteps("u-1", in: store) {
            theirs = try await twoSteps("u-2", in: store)
        }

        #expect(theirs == "u-2")
        #expect(mine == "u-1")
    }
}
