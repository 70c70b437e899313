import Testing

@testable import CalearningTestSupport

/// No page shows a command of Swift or of make that nothing runs.
@Suite struct 文書のコマンド {
    /// The check that follows a page. It names the page.
    private static let followers = [
        "CONTRIBUTING.md": "Scripts/first-hour.sh",
        "README.ja.md": "Scripts/first-hour.sh",
        "README.md": "Scripts/first-hour.sh",
        "docs/getting-started.md": "Tests/House/GettingStartedSpec.swift",
        "docs/how-to/add-a-port.md": "Scripts/check-guide.sh",
        "docs/how-to/add-a-use-case.md": "Scripts/check-guide.sh",
        "docs/how-to/remember-a-value.md": "Scripts/check-guide.sh",
        "docs/how-to/start-an-application.md": "Scripts/check-application.sh",
        "docs/operate/install.md": "Scripts/first-hour.sh",
        "docs/tutorial/course.md": "Scripts/first-hour.sh",
    ]

    /// The page, or for a translation with the same commands, the page that it translates.
    private static func original(_ page: String) -> String {
        followers[page] == nil ? page.replacing(".ja.md", with: ".md") : page
    }

    private static func pages() throws -> [String] {
        try Repository.files(under: "docs", named: ".md")
            + Repository.names(in: "").filter { $0.hasSuffix(".md") && $0 != "CHANGELOG.md" }
    }

    private static func commands(on page: String) throws -> [String] {
        try MarkdownPage(at: page).blocks.filter { ["sh", "console"].contains($0.kind.first) }.flatMap(\.lines)
            .filter { $0.hasPrefix("swift ") || $0.hasPrefix("make ") || $0.contains(#/^\$ (swift|make) /#) }
    }

    @Test func ページごとにそれを走らせる検査があるか_手で走らせると書いてある() throws {
        var followed: Set<String> = []
        for page in try Self.pages() where try !Self.commands(on: page).isEmpty {
            let original = Self.original(page)
            followed.insert(original)
            guard let follower = Self.followers[original] else {
                #expect(try Repository.text(of: page).contains("by hand"), "\(page)")
                continue
            }
            #expect(try Repository.text(of: follower).contains(original), "\(page)")
        }
        #expect(followed.isSuperset(of: Self.followers.keys))
    }

    /// The address of a repository differs from reader to reader.
    @Test func 読者が書き写すコマンドに置き換えるところはない() throws {
        for page in try Self.pages() {
            #expect(try !Repository.text(of: page).contains("OWNER"), "\(page)")
        }
    }
}
