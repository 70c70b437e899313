import CalearningApplication
import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

@Suite struct 終了ステータス {
    static let cases: [(ErrorWrapper, Int32)] = [
        (.service(error: .client(.networkUnreachable)), 69),
        (server(400), 76), (server(404), 76), (server(422), 76), (server(429), 76),
        (server(401), 77), (server(403), 77),
        (server(500), 69), (server(503), 69),
        (.service(error: .authorization(.notPermitted(actor: .user, usecase: "Boot"))), 77),
        (.system(error: .api(.clientUnusable)), 70),
        (.system(error: .api(.errorResponseUndecodable(status: 404, responseJSON: ""))), 65),
        (.system(error: .api(.errorResponseUndecodable(status: 500, responseJSON: ""))), 69),
        (.system(error: .api(.responseUndecodable(status: 201, responseJSON: ""))), 65),
        (.system(error: .api(.exchangeFailed(statusCode: 302))), 70),
        (.system(error: .mock(.stubMismatch(message: ""))), 70),
        (.system(error: .mock(.stubUncodable(stub: ""))), 70),
        (.system(error: .dataStore(.unreadable(location: "", content: nil))), 74),
        (.system(error: .dataStore(.unwritable(location: "", content: nil))), 74),
        (.system(error: .dataStore(.damaged(location: "", content: nil))), 65),
        (.system(error: .dependency(.portNotProvided(port: "Backend"))), 70),
        (.system(error: .混雑), 69), (.system(error: .ライブラリを使えません), 70), (.interrupted, 130),
    ]

    private static func server(_ status: Int) -> ErrorWrapper {
        .service(error: .server(ErrorResponse(code: "C", title: "T", message: "M"), status: status))
    }

    @Test(arguments: cases) func 契約のとおり(error: ErrorWrapper, status: Int32) {
        #expect(ExitStatus(error).rawValue == status)
    }

    @Test func どの意味も文書の表と同じ() throws {
        let page = try Repository.text(of: "docs/reference/command-line.md")
        let rows = page.matches(of: #/(?m)^\| (\d+) \| (.*?) \|/#).map { (String($0.1), String($0.2)) }

        #expect(rows.map(\.0) == UsecasesTerminal::ExitStatus.allCases.map { "\($0.rawValue)" })
        for (status, row) in zip(UsecasesTerminal::ExitStatus.allCases, rows) {
            #expect(row.1 == status.meaning?.text(in: .en) ?? "only at a goal", "status \(row.0)")
        }
    }

    @Test(arguments: Catalogue.usecases)
    func ヘルプはゴールのステータスをすべて知っている(usecase: any Usecase.Type) async {
        let declared = Set(usecase.goalStatuses.filter { !$0.value.isEmpty }.keys)
        let reached = await Self.statuses(ofGoalsOf: usecase)
        #expect(declared == reached, "\(usecase.name) ends with these at its goals; see its view.")
        for reasons in usecase.goalStatuses.values.joined() {
            #expect(ExitStatus.list(of: Catalogue.usecases, in: .en).contains(reasons.text(in: .en)))
            #expect(ExitStatus.list(of: Catalogue.usecases, in: .ja).contains(reasons.text(in: .ja)))
        }
    }

    /// Returns the exit statuses other than 0, for all outcomes of its ports and all of its actors.
    private static func statuses<U: Usecase>(ofGoalsOf usecase: U.Type) async -> Set<UsecasesTerminal::ExitStatus> {
        var found: Set<UsecasesTerminal::ExitStatus> = []
        for actor in U.actors {
            await U.forEachWay { beginning, outcomes in
                var dependencies = Dependencies.fixture()
                dependencies.taps.append(outcomes)
                let scenario = try? await U.interact(from: beginning, as: actor, with: dependencies)
                let shown = usecase as? any ShownUsecase.Type
                if let status = scenario.flatMap({ shown?.screen(of: $0) })?.exitStatus { found.insert(status) }
            }
        }
        return found.subtracting([.success])
    }
}
