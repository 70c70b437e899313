import Foundation
import Synchronization
import Testing
import UsecasesEngine
import UsecasesLaboratory
import UsecasesTerminal
import UsecasesTestSupport
import UsecasesTesting

/// A use case with English scenes. It needs no translation.
private enum Rest: Usecase {
    enum Basics: SceneName {
        case `The user sits down`
        case `The user drinks`(cup: String)
    }

    enum Goals: SceneName {
        case `If the cup is empty, the user leaves`(cup: String)
    }

    static let title = "Rest"
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.`The user sits down`)]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        switch scene {
        case .basic(.`The user sits down`): .basic(.`The user drinks`(cup: "tea"))
        case .basic(.`The user drinks`(let cup)): .last(.`If the cup is empty, the user leaves`(cup: cup))
        }
    }
}

/// A use case with an English sentence for a scene that it does not have. It ignores that it cannot read a value.
private enum Nap: Usecase {
    enum Basics: SceneName {
        case `The user lies down`
    }

    enum Goals: SceneName {
        case `The user sleeps`
    }

    static let title = "Nap"
    static let english = ["夢": "A dream"]
    static let dream = Key<String>("dream", example: ("stored", "a sea"))
    static let actors: Set<Actor> = [.user]
    static let beginnings: [Step<Self>] = [.basic(.`The user lies down`)]

    static func next(
        after scene: Step<Self>, with dependencies: Dependencies
    ) async throws(ErrorWrapper) -> Scene<Self> {
        _ = try? await dependencies.dataStore.get(dream)
        return .last(.`The user sleeps`)
    }
}

private protocol Inn: TerminalApplication {}

extension Inn {
    static var product: Product { Product(name: "inn", version: "1") }
    static var abstract: Sentence { Sentence("An inn.") }

    static func dependencies(for settings: Settings, _ options: NoOptions) -> Dependencies {
        settings.dependencies(remembering: [])
    }
}

private enum EnglishInn: Inn {
    static let usecases: [any Usecase.Type] = [Rest.self]
}

/// An invariant that every nap violates.
private enum NobodySleeps: Invariant {
    static let sentence = Sentence("Nobody sleeps")

    static func occasions(in history: History) -> [TypedRun<Nap>] {
        history.runs(of: Nap.self).filter { $0.goal != nil }
    }

    static func breach(on naps: [TypedRun<Nap>], in history: History) -> Sentence? {
        naps.isEmpty ? nil : Sentence("The user slept.")
    }
}

/// An application without a terminal.
private enum QuietInn: ExplorableApplication {
    static let usecases: [any Usecase.Type] = [Nap.self]
    static let invariants: [any Invariant.Type] = [NobodySleeps.self]

    static func surroundings(devices: Int) -> Surroundings { Surroundings(devices: devices) }
}

private enum MixedInn: Inn {
    static let usecases: [any Usecase.Type] = [Rest.self, Nap.self]
}

private enum RememberingInn: Inn {
    static let usecases: [any Usecase.Type] = [Nap.self]
    static let keys: [any DeclaredKey] = [Nap.dream]
}

@Suite struct 建物の検査 {
    private static let imports: [(layer: String, file: String, line: String, isAllowed: Bool)] = [
        ("Domain", "A.swift", "import UsecasesEngine", true),
        ("Domain", "A.swift", "package import UsecasesEngine", true),
        ("Domain", "A.swift", "import Foundation", false),
        ("Domain", "A.swift", "public import struct Foundation.Data", false),
        ("Domain", "Deep/A.swift", "import UsecasesStorage", false),
        ("Domain", "A.swift", "// import Foundation", true),
        ("Application", "A.swift", "import ShopDomain", true),
        ("Application", "A.swift", "import UsecasesLaboratory", true),
        ("Application", "A.swift", "import Foundation", false),
        ("Application", "A.swift", "@testable import ShopInfrastructure", false),
        ("Infrastructure", "A.swift", "import Foundation", true),
        ("Infrastructure", "A.swift", "package import ShopApplication", false),
        ("Infrastructure", "A.swift", "import ShopPresentation", false),
        ("Presentation", "A.swift", "import ShopApplication", true),
        ("Presentation", "A.swift", "import ShopInfrastructure", false),
        ("Presentation", "NotShop.swift", "import ShopInfrastructure", false),
        ("Presentation", "Shop.swift", "import ShopInfrastructure", true),
        ("Presentation", "Root/Shop+Service.swift", "import ShopInfrastructure", true),
    ]

    @Test(arguments: imports)
    func 層が許さないインポートを見つける(layer: String, file: String, line: String, isAllowed: Bool) throws {
        let directory = TemporaryDirectory()
        for layer in ["Domain", "Application", "Infrastructure", "Presentation"] {
            try FileManager.default.createDirectory(
                atPath: directory.path + "/\(layer)/Deep", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(
                atPath: directory.path + "/\(layer)/Root", withIntermediateDirectories: true)
        }
        try directory.write("\(line)\n\nstruct A {}\n", to: "\(layer)/\(file)")

        let found = try House.forbiddenImports(in: directory.path, prefix: "Shop", root: "Shop")

        #expect(found.isEmpty == isAllowed, "\(found)")
        if !isAllowed { #expect(found[0].hasPrefix("\(layer)/\(file) imports ")) }
    }

    private static let declarations: [(line: String, isFound: Bool)] = [
        ("enum Dine: Usecase {", true), ("package enum Dine: Sendable, Usecase {", true),
        ("extension Dine: Usecase {", true), ("enum Rest: Usecase {", false), ("// enum Dine: Usecase {", false),
        ("extension Dine: ShownUsecase {", false), ("enum Dine: SceneName {} // no Usecase", false),
    ]

    @Test(arguments: declarations)
    func 一覧にないユースケースを見つける(line: String, isFound: Bool) throws {
        let directory = TemporaryDirectory()
        try directory.write("import UsecasesEngine\n\n\(line)\n}\n", to: "A.swift")

        let found = try House.unlistedUsecases(of: EnglishInn.self, in: directory.path)

        #expect(
            found == (isFound ? ["A.swift declares the use case Dine, which is missing in `EnglishInn.usecases`."] : [])
        )
    }

    @Test func 世界の破る約束を_その世界とともに見つける() async throws {
        let broken = await House.brokenInvariants(in: QuietInn.self)

        let story = try #require(broken.first)
        #expect(broken.count == 1)
        #expect(story.hasPrefix("✗ Nobody sleeps\n  but: The user slept.\n"))
        #expect(story.contains("DataStore.get(dream)"))
        await expect(House.brokenInvariants(in: MixedInn.self), equals: [])
    }

    /// The finding is in the issue, so that a failed spec shows it.
    @Test func 見つけたものはどれも仕様の失敗に書かれる() async {
        let issues = Mutex<[String]>([])
        await withKnownIssue {
            await House.expectNoFindings(in: MixedInn.self)
        } matching: { issue in
            issues.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }

        let findings = await House.findings(in: MixedInn.self)
        let recorded = issues.withLock { $0 }
        #expect(recorded == findings)
    }

    @Test func 英語の場面の名に引用符はない() {
        #expect(Rest.Basics.`The user sits down`.name == "The user sits down")
        #expect(Rest.Basics.`The user drinks`(cup: "tea").name == "The user drinks")
        #expect(Set(Rest.Basics.declaredNames) == ["The user sits down", "The user drinks"])
        #expect(Rest.Goals.declaredNames == ["If the cup is empty, the user leaves"])
    }

    @Test func 英語の場面には訳がなくてよい() async {
        let explorer = Explorer { Dependencies(clock: ImmediateClock(), randomSource: SeededRandomSource()) }

        let exploration = await explorer.explore(Rest.self)

        #expect(exploration.findings == [])
        #expect(exploration.scenarios.map(\.name.scenes).first?.last == "If the cup is empty, the user leaves")
    }

    @Test func シーンのない英語の文を見つける() async {
        await expect(House.findings(in: EnglishInn.self), equals: [])
        let mixed = await House.findings(in: MixedInn.self)
        #expect(
            mixed == [
                "Nap: “夢” has an English sentence, but is not a scene.",
                "Nap: It uses the key “dream”, which is missing in `MixedInn.keys`.",
            ])
        await expect(House.findings(in: RememberingInn.self), equals: [mixed[0]])
        await expect(
            House.findings(in: QuietInn.self), equals: mixed.map { $0.replacing("MixedInn", with: "QuietInn") })
    }

    @Test func ないページや古いページや余るページを見つけて書き直す() async throws {
        let directory = TemporaryDirectory()
        func stale(_ paths: String...) -> [String] {
            paths.map { "usecases/\($0) is missing or stale: run `make specification`." }
        }
        func found(writing: Bool = false) async throws -> [String] {
            try await House.stalePages(
                MixedInn.specification(of: directory.path), in: directory.path + "/usecases", writing: writing)
        }

        try await expect(found(), equals: stale("README.md", "inn.md"))
        try await expect(found(writing: true), equals: [])
        try await expect(found(), equals: [])

        try FileManager.default.createDirectory(
            atPath: directory.path + "/usecases/en", withIntermediateDirectories: false)
        try directory.write("# Inn", to: "usecases/inn.md")
        try directory.write("# Work", to: "usecases/en/Work.md")
        let other = "usecases/en/Work.md is the page of no subject: run `make specification`."
        try await expect(found(), equals: stale("inn.md") + [other])
        try await expect(found(writing: true) + found(), equals: [])
    }

    @Test func 英語だけのアプリケーションのページは英語だけ() async throws {
        let directory = TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.path + "/Tests/Deep", withIntermediateDirectories: true)
        try directory.write("", to: "Tests/Deep/RestSpec.swift")

        let pages = await EnglishInn.specification(of: directory.path)

        let page = try #require(pages["inn.md"])
        #expect(
            page == """
                # Inn

                <!-- Written by `make specification` from what the use cases do: do not edit. -->

                ## Rest

                `inn try`, by the user, [spec](../../Tests/Deep/RestSpec.swift).

                |  | Rest |
                | --- | --- |
                | basic | The user sits down |
                | basic | The user drinks |
                | goal | If the cup is empty, the user leaves |

                ```text
                The user sits down
                The user drinks
                ◎ If the cup is empty, the user leaves
                ```

                """)
        try #expect(!#require(pages["README.md"]).contains(#/[ぁ-ヶ]/#))
    }

    @Test func 題材ごとのページに日本語の場面も並ぶ() async throws {
        let subjects = [(name: Sentence(en: "Sleep", ja: "眠り"), usecases: [Nap.self] as [any Usecase.Type])]

        let pages = await MixedInn.specification(by: subjects, of: "")

        let page = try #require(pages["sleep.md"])
        #expect(page.hasPrefix("# Sleep / 眠り\n"))
        #expect(page.contains("|  | Nap | Nap |"))
        #expect(page.contains("DataStore.get(dream)\n└─ absent | stored | unreadable | damaged → ◎ The user sleeps\n"))
        let index = try #require(pages["README.md"])
        #expect(index.contains("## [Sleep / 眠り](sleep.md)"))
        #expect(index.contains("| [Nap](sleep.md#nap) | Nap | Nap | `inn try` | user |"))
        #expect(!index.contains("Rest"))
    }

    private static let scenario = "Rest: The user sits down → The user drinks → If the cup is empty, the user leaves"

    private static let coverages: [(specs: [String: Bool], findings: [String])] = [
        (["甲": true], []),
        ([:], ["No spec covers \(scenario)"]),
        (["甲": false], ["This spec failed: 甲"]),
        (
            ["甲": true, "乙": true],
            ["Several specs cover \(scenario): 乙, 甲"]
                + ["乙", "甲"].map { "This spec covers no scenario of its own: \($0)" }
        ),
    ]

    @Test func 予期されていない失敗のあとに続く実行を見つける() async {
        let found = await House.failureFindings(in: MixedInn.self)
        let foreseen = await House.failureFindings(in: MixedInn.self, foreseen: ["Nap": ["DataStore.get(dream)"]])

        #expect(
            found
                == ["unreadable", "damaged"].map {
                    "Nap: After DataStore.get(dream) failed with \($0), the run continues."
                })
        #expect(foreseen == [])
    }

    @Test(arguments: coverages)
    func どの仕様も通らないかいくつもの仕様が通るシナリオを見つける(specs: [String: Bool], findings: [String]) async throws {
        let directory = TemporaryDirectory()
        let scenes = #"["The user sits down","The user drinks","If the cup is empty, the user leaves"]"#
        let lines = specs.map { #"{"spec":"\#($0)","passed":\#($1),"usecase":"Rest","scenes":\#(scenes)}"# }
        try directory.write(lines.joined(separator: "\n"), to: "coverage.jsonl")

        let found = try await House.coverage(of: [EnglishInn.self], from: directory.path + "/coverage.jsonl")

        #expect(found.findings == findings)
        #expect(found.scenarios == 1)
    }

    @Test func どのシナリオも通らない仕様を見つける() async throws {
        let directory = TemporaryDirectory()
        try directory.write(#"{"spec":"甲","passed":true}"#, to: "coverage.jsonl")

        let found = try await House.coverage(of: [EnglishInn.self], from: directory.path + "/coverage.jsonl").findings

        #expect(found == ["No spec covers \(Self.scenario)", "This spec covers no scenario of its own: 甲"])
        try await expect(House.coverage(of: [EnglishInn.self], from: nil).findings.count, equals: 1)
    }
}
