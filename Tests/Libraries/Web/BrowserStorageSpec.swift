import Foundation
import Testing
import Usecases
import UsecasesTesting
import UsecasesWeb

@testable import CalearningTestSupport

@Suite struct ブラウザの保存先 {
    private static let key = Key<String>("name", example: ("stored", "ada"))

    private let directory: TemporaryDirectory
    private let storage: BrowserStorage
    private let source = SeededRandomSource.unpredictable()

    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        storage = BrowserStorage(
            in: directory.path + "/browsers", of: Product(name: "shop", version: "1"), keys: { [Self.key] },
            clock: ImmediateClock())
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path + "/browsers").sorted()) ?? []
    }

    /// Returns a known browser with this value in its store.
    private func browser(with value: String) async throws -> BrowserCookie {
        let cookie = try BrowserCookie.random(source)
        try await storage.create(cookie.browser, source).save(Self.key.with(value))
        return cookie
    }

    private func value(of cookie: BrowserCookie) async throws -> String? {
        guard let store = storage.use(cookie.browser) else { return nil }
        return try await store.get(Self.key)
    }

    /// The path of the browser's folder.
    private func folder(of cookie: BrowserCookie) throws -> String {
        let link = directory.path + "/browsers/" + cookie.browser.digits
        return try directory.path + "/browsers/" + FileManager.default.destinationOfSymbolicLink(atPath: link)
    }

    private func age(_ cookie: BrowserCookie, to seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: folder(of: cookie))
    }

    @Test func 知らないブラウザには何もなく_尋ねても何も作らない() throws {
        #expect(storage.use(try BrowserCookie.random(source).browser) == nil)
        #expect(names == [])
        #expect(storage.sweep(unusedSince: .example) == 0)
    }

    @Test func 作れば使え_ブラウザごとに別で_ほかの人は読めない() async throws {
        let ada = try await browser(with: "ada")
        let grace = try await browser(with: "grace")

        try await expect(value(of: ada), equals: "ada")
        try await expect(value(of: grace), equals: "grace")
        #expect(names.count == 4)
        #expect(!names.joined().contains(ada.secret.reveal()))
        #expect(!names.joined().contains(ada.formToken.reveal()))
        try expect(directory.mode(of: "browsers"), equals: 0o700)
        for name in names where name.hasPrefix("store-") {
            try expect(directory.mode(of: "browsers/" + name), equals: 0o700)
            try expect(directory.mode(of: "browsers/" + name + "/store.json"), equals: 0o600)
        }
    }

    @Test func 次のクッキーに渡せば値はそこにあり_前のクッキーは知らない() async throws {
        let former = try await browser(with: "ada")
        let next = try BrowserCookie.random(source)
        let open = try #require(storage.use(former.browser))

        try storage.rename(former.browser, to: next.browser)

        #expect(storage.use(former.browser) == nil)
        try await expect(value(of: next), equals: "ada")
        // A run that has begun before finds its values.
        try await open.save(Self.key.with("lovelace"))
        try await expect(value(of: next), equals: "lovelace")
        #expect(throws: ErrorWrapper.self) { try storage.rename(former.browser, to: next.browser) }
        try await expect(value(of: next), equals: "lovelace")
    }

    @Test func 長く使わないものだけが消え_使えば残る() async throws {
        let (old, used, new) = (
            try await browser(with: "old"), try await browser(with: "used"), try await browser(with: "new")
        )
        try age(old, to: 999)
        try age(used, to: 999)
        try age(new, to: 1000)
        #expect(storage.use(used.browser) != nil)

        let kept = storage.sweep(unusedSince: Timestamp(milliseconds: 1_000_000))

        #expect(kept == 2)
        try await expect(value(of: old), equals: nil)
        try await expect(value(of: used), equals: "used")
        try await expect(value(of: new), equals: "new")
        #expect(names.count == 4)
    }

    @Test func 行き先のないリンクも消える() async throws {
        let cookie = try await browser(with: "ada")
        let other = try await browser(with: "grace")
        try FileManager.default.removeItem(atPath: folder(of: cookie))
        #expect(storage.use(cookie.browser) == nil)

        let kept = storage.sweep(unusedSince: Timestamp(milliseconds: 0))

        #expect(kept == 1)
        #expect(names.count == 2)
        try await expect(value(of: other), equals: "grace")
    }

    @Test func 書けない場所ならエラーになる() throws {
        try directory.write("", to: "browsers")
        let cookie = try BrowserCookie.random(source)

        let error = #expect(throws: ErrorWrapper.self) { try storage.create(cookie.browser, source) }

        #expect(error?.name == "書き込みに失敗")
        #expect(storage.use(cookie.browser) == nil)
    }
}
