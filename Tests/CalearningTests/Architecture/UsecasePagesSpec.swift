import Foundation
import Testing

/// One search for a scene finds the scene, its spec and its page.
@Suite struct ユースケースのページ {
    private static let sources = "Sources/Application/Usecases"

    private static var usecases: [String] {
        get throws {
            try Repository.files(under: sources).map {
                $0.dropLast(".swift".count).split(separator: "/").last.map(String.init) ?? ""
            }
        }
    }

    @Test func すべてのシーンがそのページと仕様にある() throws {
        let usecases = try Self.usecases

        for usecase in usecases {
            let source = try Repository.text(of: "\(Self.sources)/\(usecase).swift")
            let page = try Repository.text(of: "docs/usecases/\(usecase).md")
            let spec = try Repository.text(of: "Tests/CalearningTests/Usecases/\(usecase)Spec.swift")
            let scenes = source.matches(of: #/(?m)^        case ([^.\s(]+)/#).map { String($0.1) }

            #expect(!scenes.isEmpty, "\(usecase)")
            for scene in scenes {
                #expect(page.contains(scene), "\(usecase)")
                #expect(spec.contains(scene), "\(usecase)")
                #expect(!scene.contains(#/[、。「」【】 ]/#))
            }
        }
        #expect(!usecases.isEmpty)
    }

    @Test func すべてのページが一覧にある() throws {
        let index = try Repository.text(of: "docs/usecases/README.md")

        for usecase in try Self.usecases {
            #expect(index.contains("(\(usecase).md)"))
        }
    }
}
