import Testing

@testable import UsecasesTool

@Suite struct コンパイラの指摘 {
    private func lines(_ output: String) -> [String] { CompilerMessages(output, root: "/course/").lines }

    private let exhaustive = """
        /course/Sources/Greet.swift:3:1: error: switch must be exhaustive
        1 | enum Scene { case a, b }
        3 | switch scene { case .a: print(1) }
          | |- error: switch must be exhaustive
          | |- note: add missing case: '.b'
          | `- note: add missing cases
        4 | func greet() {}

        """

    @Test func 足りないものを教える注記も伝える() {
        #expect(
            lines(exhaustive) == [
                "Sources/Greet.swift:3:1: error: switch must be exhaustive", "  note: add missing case: '.b'",
            ])
    }

    @Test func 同じ指摘は一度だけ伝える() {
        let output =
            "error: emit-module command failed with exit code 1\n" + exhaustive + "[4/7] Compiling\n" + exhaustive

        #expect(lines(output) == lines(exhaustive))
    }

    @Test func ほかの指摘の注記は混ざらない() {
        let other = """
            Swift.Equatable.==:2:13: note: protocol requires function '=='
            2 | static func == (lhs: Self, rhs: Self) -> Bool}
              |             `- note: protocol requires function '=='

            """

        #expect(lines(exhaustive + other) == lines(exhaustive))
    }

    @Test func 指摘がなければ最後の行を伝える() {
        #expect(lines((1...20).map { "line \($0)\n" }.joined()) == (13...20).map { "line \($0)" })
        #expect(lines("error: no such module\n") == ["error: no such module"])
    }

    @Test func 指摘も注記も八つまで伝える() {
        let notes = (1...20).map { "  | |- note: note \($0)\n" }.joined()
        let many = (1...20).map { "/course/a.swift:\($0):1: error: wrong\n" + notes + "\n" }.joined()

        #expect(lines(many).count == 8 * 9)
    }
}
