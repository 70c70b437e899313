import Testing
import UsecasesEngine
import UsecasesTerminal
import UsecasesTesting

@testable import UsecasesTool

private let checks = "アプリは置き場所が空いているかを調べる"
private let writes = "空いている場合_アプリはアプリケーションを書く"

@MainActor
@Suite(.behaviour) struct `ユースケース【自分のアプリケーションを作る】` {
    @Test func 空いている場合_アプリは作ったアプリケーションを表示() async {
        let (screen, report) = await run(MakeApplication.initial(order: .example))

        #expect(screen == .madeApplication(.init(name: .example, directory: "../shop", files: 400)))
        #expect(report.sentences == [checks, writes, "アプリは作ったアプリケーションを表示"])
        #expect(report.exitStatus == .success)
    }

    @Test func 空いていない場合_アプリは何も書かずに置き場所を表示() async {
        let (screen, report) = await run(
            MakeApplication.initial(order: .example), StubCourseFolder(), StubCourseChecker(),
            StubApplicationMaker(isFree: false))

        #expect(screen == .occupiedPlace("../shop"))
        #expect(report.sentences == [checks, "空いていない場合_アプリは何も書かずに置き場所を表示"])
        #expect(report.exitStatus == .wrongUsage)
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
        "Calearning", "Usecase", "Shop\n", "Sho\u{0301}p",
    ])
    func ほかの名前は作れない(text: String) {
        #expect(ApplicationName(text) == nil)
    }

    @Test func 大文字に始まる二から十二の英数字だけが名前になる() async {
        await forAll(500) {
            $0.text(0...14, of: "ABYZbz09-É ")
        } holds: { text in
            let isName = text.wholeMatch(of: #/[A-Z][A-Za-z0-9]{1,11}/#) != nil
            try promise(ApplicationName(text)?.rawValue, is: isName ? text : nil)
        }
    }
}
