import Foundation
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import UsecasesTool

/// `make application-check` builds and runs the created applications.
@Suite(.timeLimit(.minutes(5))) struct ファイルのアプリケーション作り {
    private let directory: TemporaryDirectory

    init() throws {
        directory = TemporaryDirectory()
    }

    private var maker: FileApplicationMaker {
        FileApplicationMaker(source: .current, randomSource: SeededRandomSource())
    }

    private func files(of folder: String) throws -> [String: Data] {
        let paths = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
        return Dictionary(
            uniqueKeysWithValues: paths.compactMap { path in
                let full = folder + "/" + path
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue else {
                    return nil
                }
                return FileManager.default.contents(atPath: full).map { (path, $0) }
            })
    }

    @Test(arguments: [Language.en, .ja], [false, true])
    func 小さくて名前だけが違う(language: Language, hasService: Bool) async throws {
        let order = ApplicationOrder(
            name: .example, directory: directory.path + "/first", hasService: hasService, language: language)

        let made = try await maker.make(order)

        let files = try files(of: order.directory)
        #expect(files.count == made.files)
        let guides = ["GUIDE.md", "JAPANESE.md", "SERVICE.md"].filter { files.keys.contains($0) }
        #expect(guides == ["GUIDE.md"] + (language == .ja ? ["JAPANESE.md"] : []) + (hasService ? ["SERVICE.md"] : []))
        #expect(files.count - guides.count <= (hasService ? 16 : 14))
        let texts = files.mapValues { String(decoding: $0, as: UTF8.self) }
        let lines = texts.mapValues { $0.count { $0 == "\n" } }
        let guide = guides.compactMap { lines[$0] }
        #expect(lines.values.reduce(0, +) - guide.reduce(0, +) <= (hasService ? 480 : 400))
        #expect(guide.allSatisfy { $0 <= 370 })
        for (path, text) in texts {
            #expect(!text.lowercased().contains("starter"), "\(path)")
            #expect(!path.lowercased().contains("starter"))
        }
        let named = texts.filter { $0.value.contains(LibrarySource.package) }
        #expect(Array(named.keys) == ["Package.swift"])
        let scripts = files.filter { $0.value.starts(with: Data("#!".utf8)) }.keys
        let programs = files.keys.filter { FileManager.default.isExecutableFile(atPath: order.directory + "/" + $0) }
        #expect(Set(programs) == Set(scripts))
        let scenes = try #require(texts["Sources/Application/Usecases/CheckStatus.swift"])
        #expect(scenes.contains("アプリはサービスに稼働状況を尋ねる") == (language == .ja))
        #expect(texts["Package.swift"]?.contains("name: \"shop\"") == true)
    }

    @Test func ライブラリの場所はアプリケーションから見た場所() async throws {
        let order = ApplicationOrder(name: .example, directory: directory.path + "/apps/first/")

        _ = try await maker.make(order)

        let manifest = String(decoding: try #require(try files(of: order.directory)["Package.swift"]), as: UTF8.self)
        let path = try #require(manifest.firstMatch(of: #/name: "calearning", path: "([^"]*)"/#)).1
        #expect(path.hasPrefix("../../"))
        #expect(FileManager.default.fileExists(atPath: "\(order.directory)\(path)/Tool/Domain/ApplicationMaker.swift"))
    }

    @Test(
        arguments: ["Alpha", "Zoo"],
        [(ApplicationPart.service, Language.en), (.service, .ja), (.sqlite, .en), (.postgresql, .en)])
    func 後から加えた部品は_ひな形の上書きと同じで_二度は加わらない(
        name: String, variant: (part: ApplicationPart, language: Language)
    ) async throws {
        let name = try #require(ApplicationName(name))
        let place = directory.path + "/shop"
        _ = try await maker.make(ApplicationOrder(name: name, directory: place, language: variant.language))

        let added = try await maker.add(variant.part, to: place)
        let first = try files(of: place)
        let again = try await maker.add(variant.part, to: place)

        guard case .added(let part) = added else {
            Issue.record("\(added)")
            return
        }
        #expect(part.name == name)
        #expect(part.files.last == "Sources/Presentation/\(name)App.swift")
        #expect(again == .present(name: name))
        try expect(files(of: place), equals: first)
        let source = try #require(SourceRoot.current)
        let complete = try StarterFiles(
            name: name, libraries: source.dependency(on: .beside, from: place), source: source
        ).files(with: (variant.language == .ja ? ["ja"] : []) + [variant.part.rawValue])
        #expect(Set(first.keys) == Set(complete.keys))
        for (path, file) in complete { #expect(first[path] == Data(file.content), "\(path)") }
    }

    @Test(arguments: [
        (ApplicationPart.sqlite, ".product(name: \"GRDB\", package: \"GRDB.swift\"),"),
        (.postgresql, "\"ShopCPostgreSQL\","),
    ])
    func サービスとデータベースはどちらを先に加えても同じファイルになる(database: ApplicationPart, line: String) async throws {
        let orders: [[ApplicationPart]] = [[.service, database], [database, .service]]
        var results: [[String: Data]] = []
        for (index, parts) in orders.enumerated() {
            let place = "\(directory.path)/\(index)"
            _ = try await maker.make(ApplicationOrder(name: .example, directory: place))
            for part in parts { _ = try await maker.add(part, to: place) }
            for part in parts { try await expect(maker.add(part, to: place), equals: .present(name: .example)) }
            results.append(try files(of: place))
        }

        #expect(results[0] == results[1])
        let manifest = try directory.text(of: "0/Package.swift")
        #expect(manifest.contains("traits: [\"Server\"]),"))
        #expect(manifest.contains(line))
    }

    @Test(arguments: [
        (
            ApplicationPart.sqlite,
            ["Sources/Infrastructure/SQLiteDataStore.swift", "Tests/ShopTests/SQLiteDataStoreSpec.swift"]
        ),
        (
            .postgresql,
            [
                "Sources/CPostgreSQL/libpq.h", "Sources/CPostgreSQL/module.modulemap",
                "Sources/Infrastructure/PostgreSQLConnection.swift",
                "Sources/Infrastructure/PostgreSQLDataStore.swift", "Tests/ShopTests/PostgreSQLDataStoreSpec.swift",
            ]
        ),
    ])
    func データベースがひとつあれば_別のものは加えずにそのファイルを返す(part: ApplicationPart, its: [String]) async throws {
        let place = directory.path + "/shop"
        _ = try await maker.make(ApplicationOrder(name: .example, directory: place))
        _ = try await maker.add(part, to: place)
        let before = try files(of: place)
        let other = try #require(part.alternative)

        let refused = try await maker.add(other, to: place)

        #expect(refused == .alternative(part, name: .example, files: its))
        try expect(files(of: place), equals: before)
    }

    @Test func サービスを加えても持ち主の行とファイルは残り_場所のない行があれば何も書かない() async throws {
        let place = directory.path + "/shop"
        _ = try await maker.make(ApplicationOrder(name: .example, directory: place))
        func change(_ file: String, _ old: String, _ new: String) throws {
            let text = try directory.text(of: "shop/" + file)
            try #require(text.contains(old))
            try directory.write(text.replacing(old, with: new), to: "shop/" + file)
        }
        let application = "Sources/Presentation/ShopApp.swift"
        try change(application, "CheckStatus.self\n", "CheckStatus.self,\n        Mine.self,\n")
        try change(application, ": TerminalApplication {", ": TerminalApplication, Mine {")
        try directory.write("mine", to: "shop/SERVICE.md")
        let before = try files(of: place)

        let refused = try await maker.add(.service, to: place)
        let untouched = try files(of: place)
        try change(application, ": TerminalApplication, Mine {", ": ServiceApplication, Mine {")
        let added = try await maker.add(.service, to: place)

        let lines = MissingLines(
            file: application, anchor: "enum ShopApp: TerminalApplication {", replaces: true,
            lines: ["enum ShopApp: ServiceApplication {"])
        #expect(refused == .changed([lines]))
        #expect(untouched == before)
        guard case .added(let service) = added else {
            Issue.record("\(added)")
            return
        }
        #expect(!service.files.contains("SERVICE.md"))
        let text = try directory.text(of: "shop/" + application)
        #expect(text.contains("        Mine.self,\n"))
        #expect(text.contains("enum ShopApp: ServiceApplication, Mine {\n"))
        #expect(text.contains("import UsecasesService\n"))
        try expect(directory.text(of: "shop/SERVICE.md"), equals: "mine")
    }

    @Test(arguments: ["Alpha", "Zoo"], [false, true])
    func 名前が何でもインポートはモジュールの順に並ぶ(name: String, hasService: Bool) async throws {
        let name = try #require(ApplicationName(name))
        let order = ApplicationOrder(name: name, directory: directory.path + "/first", hasService: hasService)

        _ = try await maker.make(order)

        for (path, data) in try files(of: order.directory) {
            let text = String(decoding: data, as: UTF8.self)
            for imports in text.matches(of: #/(?m)(?:^(?:package )?import \w+\n)+/#) {
                let modules = imports.0.split(separator: "\n").compactMap { $0.split(separator: " ").last }
                #expect(modules == modules.sorted(), "\(path)")
            }
        }
    }

    @Test func ライブラリはリポジトリのバージョンにもできる() async throws {
        let order = ApplicationOrder(
            name: .example, directory: directory.path + "/first",
            libraries: .repository(url: "https://example.com/calearning", version: "0.2.0"))

        _ = try await maker.make(order)

        let manifest = try #require(try files(of: order.directory)["Package.swift"])
        #expect(
            String(decoding: manifest, as: UTF8.self).contains(
                #".package(url: "https://example.com/calearning", from: "0.2.0")"#))
    }

    @Test func 何かがある場所は空いておらず書けば失敗し元のものは残る() async throws {
        let place = directory.path + "/taken"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        #expect(try await maker.isFree(place))
        #expect(try await maker.isFree(directory.path + "/nothing"))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: place + "/file"))

        #expect(try await !maker.isFree(place))
        #expect(try await !maker.isFree(place + "/file"))
        await #expect(throws: ErrorWrapper.self) {
            _ = try await maker.make(ApplicationOrder(name: .example, directory: place))
        }
        try expect(files(of: directory.path), equals: ["taken/file": Data("mine".utf8)])
    }

    @Test func ソースがなければ何も書かずにそう言う() async throws {
        let maker = FileApplicationMaker(source: nil, randomSource: SeededRandomSource())

        let error = await #expect(throws: ErrorWrapper.self) {
            _ = try await maker.make(ApplicationOrder(name: .example, directory: directory.path + "/shop"))
        }

        #expect(error?.name == "読み込みに失敗")
        #expect(try files(of: directory.path).isEmpty)
    }
}
