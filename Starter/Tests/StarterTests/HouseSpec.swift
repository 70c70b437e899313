import Foundation
import Testing
import UsecasesTesting

@testable import StarterPresentation

/// The rules of the architecture, for every use case.
@Suite struct `The house` {
    @Test func `The laboratory has no findings`() async {
        #expect(await House.findings(in: Starter.self) == [])
    }

    @Test func `Each layer imports only the modules that it may`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()

        #expect(
            try House.forbiddenImports(
                in: package.path + "/Sources", prefix: "Starter", root: "Starter") == [])
    }
}
