#if Server
import CalearningInfrastructure
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

private struct Obstruction: HinderedError {
    let hindrance: Hindrance?
}

@Suite struct 応じられない理由の種類 {
    private static let location = "/var/lib/planted.sqlite"

    private static func refusal(_ error: SystemErrors.DataStore, _ hindrance: Hindrance? = nil) -> Refusal {
        .unavailable(
            because: .system(
                error: .dataStore(error), causedBy: Obstruction(hindrance: hindrance)), CompositionRoot.service)
    }

    @Test(
        arguments: [
            (.unwritable(location: location, content: .database), .noSpace, "NO_SPACE"),
            (.damaged(location: location, content: .database), .newerVersion, "NEWER_VERSION"),
            (.damaged(location: location, content: .database), nil, "DAMAGED"),
            (.unreadable(location: location, content: .database), nil, "SERVICE_UNAVAILABLE"),
            (.unwritable(location: location, content: .database), .heldLock, "SERVICE_UNAVAILABLE"),
        ] as [(SystemErrors.DataStore, Hindrance?, String)])
    func 種類だけが符号になる(error: SystemErrors.DataStore, hindrance: Hindrance?, code: String) throws {
        let refusal = Self.refusal(error, hindrance)

        #expect(refusal.response.code == code)
        #expect(refusal.status == .serviceUnavailable)
        #expect(refusal.headers[.retryAfter] != nil)
        let contract = try Repository.text(of: "Sources/Presentation/Server/openapi.json")
        #expect(contract.contains("\"\(code)\""))
        let page = try Repository.text(of: "docs/operate/monitor.md")
        #expect(page.contains("| `\(code)` |"))
    }

    @Test(arguments: [nil] + Hindrance.allCases) func 場所は告げない(hindrance: Hindrance?) {
        for error in [
            SystemErrors.DataStore.unreadable(location: Self.location, content: .database),
            .unwritable(location: Self.location, content: .database),
            .damaged(location: Self.location, content: .database),
        ] {
            let response = Self.refusal(error, hindrance).response

            #expect(!"\(response)".contains("planted"))
        }
    }
}
#endif
