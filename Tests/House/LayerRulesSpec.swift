import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

/// The rules between the layers that the build cannot check.
@Suite struct 層の規則 {
    /// The composition root, and the files that extend it for single traits.
    private static let compositionRoot = "Sources/Presentation/CompositionRoot"

    @Test func Sourcesには四つの層だけがある() throws {
        let layers = ["Application", "Domain", "Infrastructure", "Presentation"]
        try expect(Repository.names(in: "Sources"), equals: layers)
    }

    @Test func 許されたモジュールだけをインポートする() throws {
        try House.expectAllowedImports(
            in: Repository.path(of: "Sources"), prefix: "Calearning", root: "CompositionRoot")
    }

    /// The build holds the imports of the other libraries to the manifest.
    @Test(arguments: [
        ("Engine", ["Synchronization"]), ("Laboratory", ["Synchronization", "UsecasesEngine"]),
        ("Presenter", ["Observation", "UsecasesEngine"]),
    ])
    func エンジンと実験室とプレゼンタはFoundationもインポートしない(library: String, allowed: [String]) throws {
        let files = try Repository.sources(under: "Libraries/\(library)")

        for file in files { #expect(file.importedModules.subtracting(allowed).isEmpty, "\(file.path)") }
        #expect(!files.isEmpty)
    }

    @Test func Infrastructureの名を挙げるのは合成の根だけ() throws {
        let others = try Repository.sources(under: "Sources/Presentation").filter {
            !$0.path.hasPrefix(Self.compositionRoot)
        }

        for file in others {
            #expect(!file.code.contains("Infrastructure"), "\(file.path)")
        }
    }

    @Test func ライブラリの仕様はどの層も知らず_層の仕様の支えはテストのためのインポートをしない() throws {
        let libraries = try Repository.sources(under: "Tests/Libraries")
        let support = try Repository.sources(under: "Tests/Support")

        for file in libraries {
            #expect(!file.importedModules.contains { $0.hasPrefix("Calearning") }, "\(file.path)")
        }
        for file in support { #expect(!file.code.contains("@testable"), "\(file.path)") }
        #expect(!libraries.isEmpty && !support.isEmpty)
    }

    /// A use case could declare its own engine, because the engine is a requirement of the protocol.
    @Test func エンジンは一つだけ() throws {
        let engines = try ["Libraries", "Sources", "Tool"].flatMap(Repository.sources(under:)).filter {
            $0.code.contains(#/func play\(\s*from\b/#)
        }

        #expect(
            engines.map(\.path) == ["Engine.swift", "Usecase.swift"].map { "Libraries/Engine/Engine/\($0)" })
    }

    @Test func ソースはすべてNFCである() throws {
        for file in try ["Libraries", "Sources", "Tests", "Tool"].flatMap(Repository.sources(under:)) {
            let composed = file.text.precomposedStringWithCanonicalMapping

            #expect(Array(file.text.unicodeScalars) == Array(composed.unicodeScalars), "\(file.path)")
        }
    }

    @Test func 製品の名は一箇所にある() throws {
        let place = "Sources/Domain/Product.swift"

        let swift = try ["Libraries", "Sources"].flatMap(Repository.sources(under:))
        let c = try [".c", ".h"].flatMap { try Repository.files(under: "Libraries", named: $0) }
            .map { Repository.SourceText(path: $0, text: try Repository.text(of: $0)) }
        for file in swift + c where file.path != place {
            #expect(
                !file.code.replacing(#/(?m)^(\w+ )?import .*$/#, with: "").contains(#/calearning/#.ignoresCase()),
                "\(file.path) has the name, which \(place) gives.")
        }
    }

    /// The libraries are for any application, so their texts and names have no words of this one.
    @Test func ライブラリはアプリケーションの言葉を使わない() throws {
        let sources = try Repository.sources(under: "Sources").map(\.code).joined(separator: "\n")
        let ports = sources.matches(of: #/self\[\(any ([A-Z]\w+)\)\.self\]/#).map { String($0.1) }
        let settings = sources.matches(of: #/AddressSetting\("([\w-]+)"/#).map { String($0.1) }
        // The libraries have sessions with servers.
        let keys = DeviceMemory.keys.all.map(\.name).filter { $0 != "session" }
        let others = [
            "--backend", "--database", "--directory", "--name", "--password-stdin", "UDID", "udids", "zen", "Zen",
            "GitHub", "sqlite", "pg_dump", "NameDevice",
        ]
        let words = Set(Catalogue.usecases.map { $0.name } + ports + settings + keys + others)

        for file in try Repository.sources(under: "Libraries") {
            let found = Set(file.code.matches(of: #/[A-Za-z0-9_-]+/#).map { String($0.0) })
            #expect(found.intersection(words) == [], "\(file.path)")
        }
        #expect(ports.count > 10)
        #expect(settings.count > 2)
    }

    /// The two programs have the service or lack it, and every check runs on both.
    @Test func 条件付きコンパイルはトレイトServerかモジュールの有無により_関数の外にある() throws {
        var count = 0
        for file in try ["Libraries", "Sources", "Tool"].flatMap(Repository.sources(under:)) {
            for match in file.text.matches(of: #/(?m)^( *)#(?:else)?if (.*)$/#) {
                count += 1
                #expect(match.1.isEmpty, "\(file.path)")
                #expect(match.2.wholeMatch(of: #/Server|!Server|!?canImport\(\w+\)/#) != nil, "\(file.path)")
            }
        }

        #expect(count > 100)
    }

    /// Their specs run in one of the two builds, because the other has the same code (`Scripts/test.sh`).
    @Test func 内側のレイヤーとエンジンはトレイトを知らない() throws {
        let folders = [
            "Libraries/Engine", "Libraries/Laboratory", "Libraries/Presenter", "Libraries/Storage",
            "Sources/Application", "Sources/Domain",
        ]

        for file in try folders.flatMap(Repository.sources(under:)) {
            #expect(!file.text.contains(#/(?m)^ *#if /#), "\(file.path)")
        }
    }

    @Test func マニフェストは環境変数をひとつだけ読みファイルは見ない() throws {
        let manifest = try Repository.text(of: "Package.swift")
        let variables = manifest.matches(of: #/environment\[([^\]]*)\]/#).map { String($0.1) }

        #expect(variables == [#""BUILD_COMMIT""#])
        #expect(manifest.matches(of: #/(?m)^import .*$/#).map { String($0.0) } == ["import PackageDescription"])
        #expect(manifest.matches(of: #/\.trait\(/#).count == 1)
    }
}

extension Repository {
    struct SourceText {
        let path: String
        let text: String

        /// The text without its comments.
        var code: String {
            text.split(separator: "\n").map { $0.prefix(upTo: $0.firstRange(of: "//")?.lowerBound ?? $0.endIndex) }
                .joined(separator: "\n")
        }

        var importedModules: Set<String> { House.modules(importedBy: code) }
    }

    /// The sources of the targets in the folder. The code of a tutorial in a catalogue of documentation is not one.
    static func sources(under folder: String) throws -> [SourceText] {
        try files(under: folder).filter { !$0.contains(".docc/") }.map { SourceText(path: $0, text: try text(of: $0)) }
    }
}
