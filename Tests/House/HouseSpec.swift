import Foundation
import Testing
import Usecases
import UsecasesLaboratory
import UsecasesTesting

@testable import CalearningTestSupport

/// A use case with English scenes, which nobody has to translate.
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

@Suite struct 建物の検査 {
    private static let imports: [(layer: String, file: String, line: String, isAllowed: Bool)] = [
        ("Domain", "A.swift", "import Usecases", true), ("Domain", "A.swift", "package import Usecases", true),
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
        let directory = try TemporaryDirectory()
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
}
