import Testing

@testable import CalearningInfrastructure

@Suite struct ソースの単位 {
    @Test func どのソースも書いてあるとおりに書き戻せる() throws {
        let paths = try ["Libraries", "Sources", "Tests"].flatMap { try Repository.files(under: $0) }

        for path in paths {
            let text = try Repository.text(of: path)
            let again = SourceUnit.units(of: text).flatMap(\.lines).map(\.text).joined(separator: "\n") + "\n"
            #expect(again == text, "\(path)")
        }
        #expect(paths.count > 100)
    }

    /// The text without what names `Gone`.
    private func pruned(_ text: String) -> String {
        let units = SourceUnit.units(of: text)
        let kept = units.map { unit in
            unit.without({ unit, _ in unit.own.contains { $0.names.contains("Gone") } }, isDivisible: { _ in true })
        }
        return SourceUnit.joined(units, kept).units.flatMap(\.lines).map(\.text).joined(separator: "\n")
    }

    @Test func 名を挙げる宣言は注釈ごとなくなる() {
        let text = """
            struct Kept {
                /// The first.
                let one: Int

                /// What goes.
                @Wrapper(
                    help: "x")
                var gone: Gone?

                let two = "Gone"
            }
            """

        #expect(
            pruned(text) == """
                struct Kept {
                    /// The first.
                    let one: Int

                    let two = "Gone"
                }
                """)
    }

    @Test func 並びの最後がなくなれば前の要素が括弧を閉じる() {
        let text = """
            let made = make(
                first: 1,
                second: Gone())
            """

        #expect(pruned(text) == "let made = make(\n    first: 1)")
    }

    @Test func 空になった配列は一行になる() {
        let text = """
            let all = make(knowing: [
                { Gone.note($0) }
            ])
            """

        #expect(pruned(text) == "let all = make(knowing: [])")
    }

    @Test func 引数や文をすべて失ったものはなくなる() {
        let text = """
            let kept = 1
            let lost = make(
                Gone())
            Line("x") {
                Gone.run()
            }
            """

        #expect(pruned(text) == "let kept = 1")
    }

    @Test func 文字列と注釈の中の名は名でなく埋め込みの中の名は名である() {
        let lines = SourceScanner.lines(
            of: ##"let a = "Gone \(here) Gone" // Gone"## + "\nlet b = #\"Gone \\(no) \\#(there)\"# /* Gone */\n")

        #expect(lines.map(\.names) == [["let", "a", "here"], ["let", "b", "there"]])
    }

    @Test(arguments: [
        ("#if Server\na\n#endif", ""), ("#if Server\na\n#else\nb\n#endif", "b"),
        ("#if Server\n#expect(a)\n#endif\nb", "b"), ("#if !Server\na\n#else\nb\n#endif", "a"),
        ("#if os(Linux) && !Server\na\n#endif", "#if os(Linux)\na\n#endif"),
        ("#if FUZZING && Server\na\n#else\nb\n#endif", "b"),
        ("#if A\na\n#elseif Server\nb\n#else\nc\n#endif", "#if A\na\n#else\nc\n#endif"),
        ("#if Server\na\n#elseif B\nb\n#endif", "#if B\nb\n#endif"), ("#if Server\n#if A\na\n#endif\n#endif\nb", "b"),
        ("  #if A && !Server\n  a\n  #endif", "  #if A\n  a\n  #endif"),
        ("#if A || Server\na\n#endif", "#if A || Server\na\n#endif"),
    ])
    func 無い特性の条件はなくなる(text: String, expected: String) {
        #expect(text.without(traits: ["Server"]) == expected)
    }
}
