#if Server
import Domain
import HTTPTypes
import Testing

@testable import Presentation

@Suite struct サービスの道の表 {
    private let routes = UdidServer(
        settings: .fixture(), dependencies: .fixture(), telemetry: .fixture()
    ).routes

    @Test func 契約の文書と同じ道とメソッドがある() throws {
        let table = Dictionary(grouping: routes.all, by: \.path).mapValues { routes in
            Set(routes.map { $0.method.rawValue.lowercased() })
        }

        #expect(try OpenAPIContract().operations == table)
    }

    @Test func GETできるものはHEADにも答える() {
        #expect(routes.methods["/udids"] == [.post])
        #expect(routes.methods["/health"] == [.get, .head])
    }

    @Test func ない道を問われたら_ある道を伝える() {
        let message = Refusal.notFound(paths: routes.paths).response.message

        #expect(message == "The paths of this service are /udids, /health, /ready, /metrics and /openapi.json.")
    }
}
#endif
