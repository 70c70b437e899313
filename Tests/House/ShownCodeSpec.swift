import Testing
import UsecasesTestSupport

@testable import CalearningTestSupport

@Suite struct 文書に示すコード {
    /// `docs/getting-started.md` shows code of the starter's guide, whose application is called `Shop` there. The guide
    /// is followed and compiled by `make application-check`.
    @Test func はじめの手引きのコードは_書き出されるアプリケーションの手引きと同じ() throws {
        let guide = try MarkdownPage(at: "Starter/GUIDE.md").blocks.map(\.lines)
        let shown = try MarkdownPage(at: "docs/getting-started.md").blocks.filter {
            [["swift"], ["diff"]].contains($0.kind)
        }

        #expect(shown.count == 4)
        for block in shown {
            let lines = block.lines.map { $0.replacing("Shop", with: "Starter") }
            #expect(guide.contains(lines), "\(lines.joined(separator: "\n"))")
        }
    }

    @Test func 既存のサービスへの手引きのコードは_名指された例のファイルにある() throws {
        let blocks = try MarkdownPage(at: "docs/how-to/into-a-service-that-exists.md").blocks
        let files = try blocks.filter { $0.kind == ["swift"] }.map { try $0.expectInNamedFile(root: "../../") }

        // Every file but the use case of the second route, whose form is known by then.
        let shown = Set(files.map { $0.replacing("Examples/HummingbirdService/", with: "") })
        let sources = ["BookShelf", "LendBook", "Main", "Routes", "Shelf"].map { "Sources/\($0).swift" }
        #expect(shown == Set(sources + ["Package.swift", "Tests/LendingSpec.swift"]))
    }

    @Test func 生き残る実行の手引きのコードは_名指された例のファイルにある() throws {
        let blocks = try MarkdownPage(at: "docs/how-to/runs-that-survive.md").blocks
        let files = try blocks.filter { $0.kind == ["swift"] }.map { try $0.expectInNamedFile(root: "../../") }

        let names = Set(files.map { $0.replacing("Examples/DurableRuns/", with: "") })
        let sources = ["AwaitPayment", "Main", "SendParcel"].map { "Sources/Parcels/\($0).swift" }
        #expect(names == Set(sources + ["Tests/ParcelsSpec.swift"]))
    }

    @Test func 一つの実行のどの段の名もそのファイルにある() throws {
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
