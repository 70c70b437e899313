import Foundation
import Testing
import UsecasesTerminal
import UsecasesTesting

@testable import StarterPresentation

/// The rules of the architecture, for every use case.
@Suite struct `The house` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
    private static let docs = folder + "/docs"

    @Test func `The laboratory finds no problem and no broken invariant`() async {
        await House.expectNoFindings(in: StarterApp.self)
        await House.expectKeptInvariants(in: StarterApp.self)
    }

    @Test(.behaviour) func `A failed call ends the run, unless a scene foresees the failure`() async {
        await House.expectReportedFailures(in: StarterApp.self)
    }

    @Test func `Each layer imports only the modules that it may, and the application lists each use case`() throws {
        try House.expectAllowedImports(in: Self.folder + "/Sources", prefix: "Starter", root: "StarterApp")
        try House.expectListedUsecases(of: StarterApp.self, in: Self.folder + "/Sources/Application")
    }

    @Test(.enabled(if: Coverage.file != nil, "make coverage runs it after the others"))
    func `Each scenario has one spec`() async throws {
        try await House.expectCoverage(of: StarterApp.self)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: docs), "make specification makes docs"))
    func `The pages say what the application does`() async throws {
        try await House.expectCurrentPages(
            StarterApp.specification(of: Self.folder), in: Self.docs + "/usecases")
    }
}
