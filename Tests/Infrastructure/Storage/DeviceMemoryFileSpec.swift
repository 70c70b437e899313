import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesStorage
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@Suite struct 端末に覚えたことのファイル {
    @Test func 前の版と同じ形で書かれ_前の版の書いたものが読まれる() async throws {
        let directory = TemporaryDirectory()
        let store = FileDataStore.ofDevice(at: directory.path, clock: ImmediateClock())
        let keys = DeviceMemory.keys
        let values = [
            keys.installationKey.with(.example), keys.hasCompletedTutorial.with(true), keys.tutorialPage.with(.failure),
            keys.signUp.with(.example), keys.session.with(.example), keys.udid.with("u-1"),
        ]
        let text = """
            {
              "format" : "calearning.store/1",
              "hasCompletedTutorial" : true,
              "installationKey" : "01a1f8d3-ea00-7000-8000-000000000003",
              "session" : "\(String(repeating: "0", count: 64))",
              "signUp" : "ada 01a1f8d3-ea00-7000-8000-000000000003",
              "tutorialPage" : "3",
              "udid" : "u-1"
            }
            """

        for value in values { try await store.save(value) }
        let written = try directory.text(of: "store.json")
        try directory.write(text, to: "store.json")

        #expect(written == text)
        try await expect(store.contents, equals: StoredContents(values))
    }
}
