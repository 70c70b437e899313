import CalearningApplication
import CalearningDomain
import Foundation
import Testing
import Usecases
import UsecasesTesting

@testable import CalearningInfrastructure
@testable import UsecasesAPIClient

/// What a made application is like as a whole, with and without a service, `make application-check` tries.
@Suite(.timeLimit(.minutes(5))) struct ファイルのアプリケーション作り {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
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

    @Test func 名前だけが違い元の名は由来を言う行にしか現れない() async throws {
        let first = ApplicationOrder(name: .example, directory: directory.path + "/first", hasService: true)

        let made = try await maker.make(first)

        let files = try files(of: first.directory)
        #expect(files.count == made.files)
        for (path, content) in files {
            let text = String(decoding: content, as: UTF8.self).lowercased()
            let lines = text.split(separator: "\n").filter { $0.contains(Product.own.name) }
            #expect(lines.allSatisfy { $0.hasPrefix("made from ") }, "\(path): \(lines)")
            #expect(!path.lowercased().contains(Product.own.name))
        }
        let scripts = files.filter { $0.value.starts(with: Data("#!".utf8)) }.keys
        let programs = files.keys.filter { FileManager.default.isExecutableFile(atPath: first.directory + "/" + $0) }
        #expect(Set(programs) == Set(scripts))
        #expect(!scripts.isEmpty)
        #expect(files["Sources/Application/Specific/Usecases/CheckServiceStatus.swift"] != nil)
        #expect(files["Package.swift"].map { String(decoding: $0, as: UTF8.self).contains("name: \"shop\"") } == true)
        let contract = try #require(files["Sources/Presentation/Specific/Server/openapi.json"])
        try expectOnlyWhatIsServed(in: contract)
    }

    /// The contract of the service has its own paths and those of any service, and no others.
    private func expectOnlyWhatIsServed(in contract: Data) throws {
        let members = try #require(JSONSerialization.jsonObject(with: contract) as? [String: Any])
        let paths = try #require(members["paths"] as? [String: Any])
        #expect(Set(paths.keys) == ["/status", "/health", "/ready", "/metrics", "/openapi.json"])
        let components = try #require(members["components"] as? [String: [String: Any]])
        #expect(
            components.mapValues { Set($0.keys) } == [
                "schemas": ["Status", "ErrorResponse"], "headers": ["RequestID", "RetryAfter"],
                "responses": ["Status", "Refusal", "RefusalForNow"],
            ])
        let text = String(decoding: contract, as: UTF8.self)
        #expect(text.contains("SERVICE_UNAVAILABLE"))
        #expect(!text.contains("NAME_TAKEN"))
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
        #expect(try files(of: directory.path) == ["taken/file": Data("mine".utf8)])
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
