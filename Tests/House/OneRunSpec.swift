import Testing

@testable import CalearningTestSupport

/// The walks of `docs/explanation/one-run.md` name existing code, in the order of the calls.
@Suite struct 一つの実行 {
    /// A function that a step names, and its file.
    private struct Hop {
        let type: String
        let member: String
        let path: String
        /// Without comments.
        let code: String
        /// The number of occurrences of each identifier in the code.
        let identifiers: [Substring: Int]

        init(_ type: Substring, _ member: Substring, _ path: Substring) throws {
            self.type = String(type)
            self.member = String(member)
            self.path = String(path)
            code = try Repository.text(of: self.path).replacing(#/(?m)^ *\/\/.*$/#, with: "")
            identifiers = Dictionary(
                code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { ($0, 1) }, uniquingKeysWith: +)
        }

        /// The name that callers use: the type, if the engine, a library or the parser calls the member.
        var calledName: String {
            switch member {
            case "init", "next", "show", "setup", "handle", "channelRead", "write": type
            case "run" where type.hasSuffix("Command"): String(type.dropLast("Command".count))
            default: member
            }
        }

        func calls(_ hop: Hop) -> Bool {
            // A file names its own declaration once without calling it.
            identifiers[hop.calledName[...], default: 0] > (path == hop.path ? 1 : 0)
        }
    }

    private struct Walk {
        let title: String
        let numbers: [Int]
        let steps: [[Hop]]

        init(_ section: Substring) throws {
            title = String(section.prefix { $0 != "\n" })
            let items = section.matches(of: #/(?m)^(\d+)\. (.+(?:\n +.+)*)/#)
            numbers = items.map { Int($0.1) ?? 0 }
            steps = try items.map { item in
                try item.2.matches(of: #/\[`(\w+)\.(\w+)`\]\(\.\./\.\./(\S+)\)/#).map { try Hop($0.1, $0.2, $0.3) }
            }
        }
    }

    private static var walks: [Walk] {
        get throws {
            try Repository.text(of: "docs/explanation/one-run.md").split(separator: "\n## ").dropFirst().map(Walk.init)
        }
    }

    @Test func 四つの道があり_どの段にも名がある() throws {
        let walks = try Self.walks

        #expect(walks.map(\.title) == ["`boot`", "`login`", "`POST /udids`", "`POST /sessions`"])
        #expect(walks.map(\.steps.count) == [18, 10, 12, 7])
        for walk in walks {
            #expect(walk.numbers == Array(1...walk.steps.count), "\(walk.title)")
            #expect(walk.steps.allSatisfy { !$0.isEmpty }, "\(walk.title)")
        }
    }

    @Test func どの名もそのファイルにある() throws {
        for walk in try Self.walks {
            for hop in walk.steps.joined() {
                let type = try Regex(#"\b(?:struct|class|enum|protocol|extension|actor) \#(hop.type)\b"#)
                let member = try Regex(hop.member == "init" ? #"\binit\("# : #"\b(?:func|var|let) \#(hop.member)\b"#)
                #expect(hop.code.contains(type), "\(walk.title): \(hop.path) has no \(hop.type)")
                #expect(hop.code.contains(member), "\(walk.title): \(hop.path) has no \(hop.member)")
            }
        }
    }

    @Test func どの名も同じ道のそれより前の名から呼ばれる() throws {
        for walk in try Self.walks {
            let hops = Array(walk.steps.joined())
            for (index, hop) in hops.enumerated().dropFirst() {
                let isCalled = hops[..<index].contains { $0.calls(hop) }
                #expect(isCalled, "\(walk.title): nothing before calls \(hop.type).\(hop.member)")
            }
        }
    }
}
