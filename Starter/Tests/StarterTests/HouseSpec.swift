import Foundation
import Testing
import UsecasesTesting

@testable import StarterPresentation

/// The rules of the architecture, for every use case.
@Suite struct `The house` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let docs = folder + "/docs"

    @Test func `The laboratory has no findings`() async {
        #expect(await House.findings(in: StarterApp.self) == [])
    }

    @Test(.behaviour) func `A failed call ends the run, unless a scene foresees the failure`() async {
        #expect(await House.failureFindings(in: StarterApp.self) == [])
    }

    @Test func `Each layer imports only the modules that it may`() throws {
        #expect(
            try House.forbiddenImports(
                in: Self.folder + "/Sources", prefix: "Starter", root: "StarterApp") == [])
    }

    @Test(.enabled(if: Coverage.file != nil, "make coverage runs it"))
    func `Each scenario has one spec`() async throws {
        #expect(try await House.coverageFindings(in: StarterApp.self) == [])
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: docs), "make specification makes docs"))
    func `The pages say what the application does`() async throws {
        #expect(try await House.stalePages(of: StarterApp.self, in: Self.docs) == [])
    }
}
