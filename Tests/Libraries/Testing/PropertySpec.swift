import Testing
import UsecasesEngine
import UsecasesTesting

@Suite struct 性質の検査 {
    @Test func 反例は小さくして種とともに伝える() async {
        await withKnownIssue {
            await forAll {
                $0.list(0...30) { $0.number(in: 0...1000) }
            } holds: { numbers in
                try promise(numbers.count { $0 >= 77 } < 2, "two are great")
            }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return text.contains("[77, 77]") && text.contains("SEED=") && text.contains("two are great")
        }
    }

    @Test func 選択は境界とその両側に及ぶ() async {
        var seen = Set<Int8>()
        await forAll(3000) {
            $0.number(near: Int8(0), 100, within: 5)
        } holds: {
            seen.insert($0)
        }

        #expect(Set(-5...5).union(95...105) == seen)
    }

    /// The laboratory repeats a choice by its number, and shows its text.
    @Test func 名前のある数は範囲に収まり_記録の文はその数である() async {
        await forAll(1000) { choices -> (range: ClosedRange<Int64>, number: Int64, text: String?, most: UInt64?) in
            let bounds = [choices.number(near: 0, .min, .max, within: 3), choices.number(in: Int64.min ... .max)]
                .sorted()
            let number = choices.number("n", in: bounds[0]...bounds[1])
            let parameter = choices.parameters.last
            return (
                bounds[0]...bounds[1], number, parameter.map { $0.text(choices.taken[$0.index]) }, parameter?.most
            )
        } holds: { range, number, text, most in
            try promise(range.contains(number), "\(number) in \(range)")
            try promise(text, is: "\(number)")
            try promise(most, is: UInt64(bitPattern: range.upperBound &- range.lowerBound))
        }
    }

    @Test func 規則が成り立てば数だけ試す() async {
        var count = 0
        await forAll(50) {
            $0.text(0...5)
        } holds: { _ in
            count += 1
        }

        #expect(count == 50)
    }
}
