import Testing

@testable import CalearningTestSupport

/// The list of targets states where each check runs, so no check remains unused.
@Suite struct makeのターゲット {
    private struct Target {
        let name: String
        let prerequisites: [String]
        let help: String
        let recipe: String

        /// Returns whether the script of CI calls this target or its script.
        func isCalled(in script: String) -> Bool {
            let scripts = recipe.matches(of: #/(?:Scripts|Benchmarks)\/[\w.\/-]+/#).map { String($0.0) }
            let made = script.matches(of: #/\bmake ([a-z-]+)/#).map { String($0.1) }
            return made.contains(name) || scripts.contains { script.contains($0) }
        }
    }

    private static func targets() throws -> [Target] {
        try Repository.text(of: "Makefile").matches(of: #/(?m)^([a-z-]+):([^\n#]*)## (.*)\n((?:\t.*\n?)*)/#).map {
            Target(
                name: String($0.1), prerequisites: $0.2.split(separator: " ").map(String.init), help: String($0.3),
                recipe: String($0.4))
        }
    }

    @Test func スクリプトを走らせるものには_どこで走るかが書いてある() throws {
        for target in try Self.targets() where target.recipe.contains(#/(?:Scripts|Benchmarks)\/\w/#) {
            #expect(target.help.contains(#/ \[(?:CI|by hand|tool)\]$/#), "make \(target.name)")
        }
    }

    @Test func CIで走るとあるものはCIで走る() throws {
        let script = try Repository.text(of: ".ci/run")
        let targets = try Self.targets()
        let called = targets.filter { $0.isCalled(in: script) }
        let names = Set(called.map(\.name) + called.flatMap(\.prerequisites))

        for target in targets where target.help.hasSuffix("[CI]") {
            #expect(names.contains(target.name), "make \(target.name)")
        }
        for target in targets where target.help.hasSuffix("[by hand]") {
            #expect(!names.contains(target.name), "make \(target.name)")
        }
        #expect(called.count > 1)
    }
}
