import Testing

@testable import CalearningTestSupport

/// The check of the code in the documents detects a difference.
@Suite struct 文書に示すコード {
    private let source = ["struct A {", "    let one = 1", "    let two = 2", "    let three = 3", "}"]

    private func isFound(_ lines: [String], isWhole: Bool = false) -> Bool {
        Excerpt(lines, mark: "// …", isWhole: isWhole).isFound(in: source)
    }

    @Test func 抜き書きは字下げを除いて一行ずつ同じでなければならない() {
        #expect(isFound(["let one = 1", "let two = 2"]))
        #expect(!isFound(["let one = 1", "let two = 3"]))
        #expect(!isFound(["let one = 1", "  let two = 2"]))
        #expect(!isFound([]))
    }

    @Test func 省いた行には印が要る() {
        #expect(isFound(["struct A {", "    // …", "    let three = 3", "// …", "}"]))
        #expect(!isFound(["struct A {", "    let three = 3"]))
        #expect(!isFound(["let two = 2", "// …", "let one = 1"]))
    }

    @Test func 全体を示すなら端にも印が要る() {
        #expect(isFound(source, isWhole: true))
        #expect(isFound(["// …"] + source.suffix(2), isWhole: true))
        #expect(!isFound(source.suffix(2), isWhole: true))
        #expect(!isFound(source.dropLast(), isWhole: true))
    }

    @Test func ページのブロックは見出しの後に名を挙げたファイルのもの() {
        let page = MarkdownPage(
            """
            # A [`x`](y.md)
            ```swift
            let a = 1
            ```
            [`B.swift`](B.swift) and `[no link](C.swift)`, [another](d.md)
            <img src="e.svg" alt="no=link">
            ```console Server
            $ b
            ```
            """)

        #expect(page.headings == [MarkdownPage.Heading(level: 1, text: "A [`x`](y.md)")])
        #expect(page.links == ["y.md", "B.swift", "d.md", "e.svg"])
        #expect(page.blocks.map(\.kind) == [["swift"], ["console", "Server"]])
        #expect(page.blocks.map(\.source) == [nil, "B.swift"])
        #expect(page.blocks.map(\.lines) == [["let a = 1"], ["$ b"]])
    }

    @Test func やりとりは一つのシェルで続き違いを挙げる() async throws {
        let session = ShownSession([
            "$ name=one", "$ echo $name", "one", "$ false", "$ echo $?", "0", "$ seq 3", "1", "…",
        ])

        try await expect(session.differences(), equals: ["$ echo $?\n1\n"])
    }
}
