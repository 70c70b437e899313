#if Server
import HTTPTypes
import Testing
import UsecasesEngine
import UsecasesTestSupport
import UsecasesTesting

@testable import CalearningTestSupport

@testable import CalearningPresentation
@testable import UsecasesService
@testable import UsecasesTerminal

@Suite struct サービスの道の表 {
    private let routes = HTTPService(
        CompositionRoot.self, settings: .fixture(), dependencies: .fixture(), telemetry: .fixture()
    ).routes

    @Test func 契約の文書と同じ道とメソッドがある() throws {
        let table = Dictionary(grouping: routes.all, by: \.path).mapValues { routes in
            Set(routes.map { $0.method.rawValue.lowercased() })
        }

        try expect(OpenAPIContract().operations, equals: table)
    }

    @Test(arguments: ["Sources/Presentation/Server", "Starter/Overlays/service/Sources/Presentation"])
    func 契約の文書は英語で書かれる(directory: String) throws {
        let text = try Repository.text(of: directory + "/openapi.json")

        #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func ない道を問われたら_ある道を伝える() {
        let message = Refusal.notFound(paths: routes.paths).response.message

        #expect(
            message == """
                The paths of this service are /udids, /accounts, /sessions, /sessions/continuation, /sessions/{id}, \
                /session, /session/name, /account/password, /account/recovery, /account/export, /account, \
                /account/second-factor, /account/second-factor/backup-codes, /runs/{id}, /health, /ready, /metrics and \
                /openapi.json.
                """)
    }
}
#endif
