import ArgumentParser
import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTool

/// Both options become a part of the application's manifest. The manifest is Swift code.
@Suite struct アプリケーションを作るコマンド {
    private func accepts(_ options: String...) -> Bool {
        (try? NewCommand.parse(["Shop", "../shop"] + options)) != nil
    }

    @Test(arguments: [("shop", "'Shop' would do"), ("swift", "is not that of a module"), ("1shop", "2 to 12 in all")])
    func 使えない名前は理由と_あれば使える名前を言う(name: String, message: String) throws {
        let error = try #require(throws: (any Error).self) { try NewCommand.parse([name, "../shop"]) }

        #expect(NewCommand.message(for: error).contains(message))
    }

    @Test(arguments: [
        "https://github.com/somebody/calearning", "git@example.com:somebody/calearning.git", "file:///srv/git/a~b",
    ])
    func リポジトリのアドレスとバージョンは一緒に受け取る(url: String) {
        #expect(accepts("--url", url, "--from", "0.2.0"))
        #expect(!accepts("--url", url))
        #expect(!accepts("--from", "0.2.0"))
    }

    @Test(arguments: ["", "1", "1.2", "v1.2.3", "1.2.3-beta", "1.2.3\n", "1.2.1234567890", "1.2.3\", branch: \"x"])
    func バージョンは三つの数(version: String) {
        #expect(!accepts("--url", "https://example.com/a", "--from", version))
    }

    @Test func アドレスの字はどれも原稿を壊さない() async {
        await forAll { choices in
            choices.list(1...12) { String(Unicode.Scalar(UInt8($0.number(in: 0...127)))) }.joined()
        } holds: { text in
            let isSafe = text.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
                    || "._~:/@%+-".unicodeScalars.contains($0)
            }
            // An argument that begins with a dash is an option.
            guard !text.hasPrefix("-") else { return }
            try promise(accepts("--url", text, "--from", "0.2.0"), is: isSafe)
        }
    }
}
