import Testing

@testable import CalearningTestSupport

/// The steps of `docs/explanation/one-run.md` name existing code.
@Suite struct 一つの実行 {
    @Test func どの段の名もそのファイルにある() throws {
        let page = try Repository.text(of: "docs/explanation/one-run.md")
        let steps = page.matches(of: #/(?m)^\d+\. .+(?:\n +.+)*/#).map(\.0)

        for step in steps {
            let names = step.matches(of: #/\[`(\w+)\.(\w+)`\]\(\.\.\/\.\.\/(\S+)\)/#)
            #expect(!names.isEmpty, "\(step)")
            for name in names {
                let code = try Repository.text(of: String(name.3)).replacing(#/(?m)^ *\/\/.*$/#, with: "")
                let type = try Regex(#"\b(?:struct|class|enum|protocol|extension|actor) \#(name.1)\b"#)
                let member = try Regex(name.2 == "init" ? #"\binit\("# : #"\b(?:func|var|let) \#(name.2)\b"#)
                #expect(code.contains(type) && code.contains(member), "\(name.3) has no \(name.1).\(name.2)")
            }
        }
        #expect(steps.count > 20)
    }
}
