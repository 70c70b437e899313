import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTool

/// A file of the starter, its overlay, and what an owner made of the file. Each line has a number of its own.
private struct Versions {
    enum Part: CaseIterable {
        case line, addition, replacement, element, ownLine, ownChange
    }

    let old, new, own, merged: String
    /// The new lines next to which the owner changed what they would replace.
    let missing: [[String]]

    init(_ choices: inout RandomChoices) {
        // An original line surrounds each difference. So the differences do not touch each other.
        let parts = choices.list(0...8) { $0.one(of: Part.allCases) }
        var (old, new, own, merged) = (["line 0"], ["line 0"], ["line 0"], ["line 0"])
        var missing: [[String]] = []
        for (number, part) in parts.enumerated() {
            let added = "abc".prefix(choices.number(in: 1...3)).map { "added \($0) n\(number)" }
            let replaced = "old o\(number)"
            switch part {
            case .line: break
            case .addition:
                new += added
                merged += added
            case .replacement:
                old.append(replaced)
                own.append(replaced + (choices.isTrue() ? "," : ""))
                new += added
                merged += added
            case .element:
                // The owner may have changed the line that was the last one of a list.
                let last = choices.isTrue() ? "last e\(number)" : "own w\(number)"
                let elements = added.map { $0 + "," }
                old.append("last e\(number)")
                own.append(last + (choices.isTrue() ? "," : ""))
                new += ["last e\(number),"] + elements
                merged += [last + ","] + elements
            case .ownLine:
                own.append("own w\(number)")
                merged.append("own w\(number)")
            case .ownChange:
                old.append(replaced)
                own.append("own w\(number)")
                merged.append("own w\(number)")
                new += added
                missing.append(added)
            }
            let kept = ["line l\(number)"]
            (old, new, own, merged) = (old + kept, new + kept, own + kept, merged + kept)
        }
        func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
        (self.old, self.new, self.own, self.merged) = (joined(old), joined(new), joined(own), joined(merged))
        self.missing = missing
    }
}

@Suite struct 行の合流 {
    @Test func 持ち主の行はすべて残り_足す行はその場所に入り_場所のない行だけが挙がる() async {
        await forAll(1000) {
            Versions(&$0)
        } holds: { versions in
            let merge = LineMerge(versions.own, from: versions.old, to: versions.new, file: "File")

            try promise(merge.text, is: versions.merged)
            try promise(merge.missing.map(\.lines), is: versions.missing)
            try promise(merge.missing.allSatisfy { $0.file == "File" && $0.replaces }, "another file or place")
            let again = LineMerge(merge.text, from: versions.old, to: versions.new, file: "File")
            try promise(again.text, is: merge.text)
            let untouched = LineMerge(versions.old, from: versions.old, to: versions.new, file: "File")
            try promise(untouched.text, is: versions.new)
        }
    }

    @Test func 値だけが違う宣言や_ほかのバージョンの依存はすでにあるものとする() {
        let (old, new) = ("a\nlibrary\nb", "a\nlibrary, traits\nuse \"log\", from: \"2.0.0\"\nc\nlet text = 1\nb")
        let own = "a\nlibrary, traits\nuse \"log\", from: \"1.5.0\", more\nc\nlet text = \"mine\"\nb"

        let merge = LineMerge(own, from: old, to: new, file: "File")

        #expect(merge.text == own)
        #expect(merge.missing.isEmpty)
    }

    @Test func 足す行の前の行が変わっていれば後の行の前に入り_どちらも変わっていれば場所がない() {
        let (old, new) = ("a\nb\nc\nd", "a\nb\nadded\nc\nd")

        let one = LineMerge("a\nmine\nc\nd", from: old, to: new, file: "File")
        let both = LineMerge("a\nmine\nyours\nd", from: old, to: new, file: "File")

        #expect(one.text == "a\nmine\nadded\nc\nd")
        #expect(both.text == "a\nmine\nyours\nd")
        #expect(both.missing == [MissingLines(file: "File", anchor: "b", replaces: false, lines: ["added"])])
    }
}
