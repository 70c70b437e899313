import Testing
import UsecasesEngine
import UsecasesTesting

@testable import UsecasesTool

/// A file of the starter, and the diff of an overlay. Each line has a number of its own, or is empty.
private struct Change {
    let old, diff, new: String

    init(_ choices: inout RandomChoices) {
        var (old, diff, new) = ("line 0\n", "", "line 0\n")
        for number in 1...choices.number(in: 1...6) {
            let removed = choices.list(0...2) { $0.isTrue() ? "" : "old \(number)" }
            let added = choices.list(0...2) { $0.isTrue() ? "" : "new \(number)" }
            let isChanged = choices.isTrue()
            if isChanged {
                diff += "@@\n line \(number - 1)\n" + removed.map { "-\($0)\n" }.joined()
                diff += added.map { "+\($0)\n" }.joined() + " line \(number)\n"
            }
            old += removed.map { $0 + "\n" }.joined() + "line \(number)\n"
            new += (isChanged ? added : removed).map { $0 + "\n" }.joined() + "line \(number)\n"
        }
        (self.old, self.diff, self.new) = (old, diff, new)
    }
}

@Suite struct ひな形のファイルの変更 {
    @Test func 差分の行だけが変わり_場所がないか二つあれば変わらない() async {
        await forAll(1000) {
            Change(&$0)
        } holds: { change in
            try promise(StarterFiles.changed(change.old, by: change.diff), is: change.new)
            guard !change.diff.isEmpty else { return }
            try promise(
                StarterFiles.changed("line\n" + change.old.dropFirst("line 0\n".count), by: "@@\n line 0\n"), is: nil)
            try promise(StarterFiles.changed(change.old + change.old, by: change.diff), is: nil)
        }
    }
}
