import Testing

/// `docs/one-run.md` names existing code, in the order of the calls.
@Suite struct 一つの実行 {
    private struct Step {
        let number: Int
        let type: String
        let member: String
        let path: String
        let text: String
    }

    private static var steps: [Step] {
        get throws {
            let page = try Repository.text(of: "docs/one-run.md")
            return try page.matches(of: #/(?m)^(\d+)\. \[`(\w+)\.(\w+)`\]\(\.\./(\S+)\)/#).map { match in
                Step(
                    number: Int(match.1) ?? 0, type: String(match.2), member: String(match.3), path: String(match.4),
                    text: try Repository.text(of: String(match.4)))
            }
        }
    }

    @Test func どの段も名のとおりのものがそのファイルにある() throws {
        let steps = try Self.steps

        for step in steps {
            let type = try Regex(#"\b(?:struct|class|enum|protocol|extension|actor) \#(step.type)\b"#)
            let member = try Regex(step.member == "init" ? #"\binit\("# : #"\b(?:func|var|let) \#(step.member)\b"#)
            #expect(step.text.contains(type), "\(step.number): \(step.path) has no \(step.type)")
            #expect(step.text.contains(member), "\(step.number): \(step.path) has no \(step.member)")
        }
        #expect(steps.map(\.number) == Array(1...steps.count))
        #expect(steps.count > 20)
    }

    /// Every step is used by an earlier one.
    @Test func どの段もそれより前の段から呼ばれる() throws {
        let steps = try Self.steps

        for (index, step) in steps.enumerated().dropFirst() {
            // By name; a command or an initializer is found by its type, and a use case's command by the use case.
            let names =
                switch step.member {
                case "init": [step.type]
                case "run" where step.type.hasSuffix("Command"): [String(step.type.dropLast("Command".count))]
                case let member: [member]
                }
            let isCalled = steps[..<index].contains { earlier in
                earlier.path != step.path && names.contains { earlier.text.contains($0) }
            }
            #expect(isCalled, "\(step.number): no step before calls \(step.type).\(step.member)")
        }
    }
}
