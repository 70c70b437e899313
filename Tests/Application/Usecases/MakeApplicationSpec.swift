import CalearningApplication
import CalearningDomain
import CalearningPresentation
import Testing
import Usecases
import UsecasesTerminal
import UsecasesTesting

@testable import CalearningTestSupport

private let checks = "アプリは置き場所が空いているかを調べる"
private let writes = "空いている場合_アプリはアプリケーションを書く"

@MainActor
@Suite(.behaviour) struct `ユースケース【自分のアプリケーションを作る】` {
    @MainActor
    @Suite struct 空いている場合 {
        @Test func アプリは作ったアプリケーションを表示() async {
            let presenter = Presenter(dependencies: .fixture())

            let report = await presenter.dispatch(MakeApplication.initial(order: .example))

            #expect(presenter.store.screen == .madeApplication(.init(name: .example, directory: "../shop", files: 400)))
            #expect(report.sentences == [checks, writes, "アプリは作ったアプリケーションを表示"])
            #expect(report.exitStatus == .success)
        }
    }

    @MainActor
    @Suite struct 空いていない場合 {
        @Test func アプリは何も書かずに置き場所を表示() async {
            let maker = StubApplicationMaker(isFree: false, failure: .unwritable)
            let presenter = Presenter(dependencies: .fixture { $0.applicationMaker.adapter = maker })

            let report = await presenter.dispatch(MakeApplication.initial(order: .example))

            #expect(presenter.store.screen == .occupiedPlace("../shop"))
            #expect(report.sentences == [checks, "空いていない場合_アプリは何も書かずに置き場所を表示"])
            #expect(report.exitStatus == .wrongUsage)
        }
    }
}

@Suite struct アプリケーションの名前 {
    /// Some are names of types in the libraries.
    @Test(arguments: [
        "Shop", "A1", "ABCDEFGHIJKL", "Product", "Screen", "Settings", "Sentence", "Dependencies", "Scenario", "Scene",
        "Page",
    ])
    func 規則に合う名前は作れる(text: String) {
        #expect(ApplicationName(text)?.rawValue == text)
    }

    @Test(arguments: [
        "", "S", "shop", "1Shop", "My Shop", "Shop-1", "../Shop", "店", "ABCDEFGHIJKLM", "Domain", "SWIFT",
        "Calearning", "Shop\n", "Sho\u{0301}p",
    ])
    func ほかの名前は作れない(text: String) {
        #expect(ApplicationName(text) == nil)
    }
}
