import CalearningDomain
import Testing
import UsecasesEngine
import UsecasesTestSupport

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

/// `docs/tutorial/in-the-terminal.md` shows every page unchanged.
@Suite struct チュートリアルの絵 {
    @Test(arguments: TutorialPage.allCases, Language.allCases)
    func どのページも読む人の配色で文書に示される(page: TutorialPage, language: Language) throws {
        let document = try Repository.text(of: "docs/tutorial/in-the-terminal.md")
        let heading = page.heading.text(in: language)

        let picture = "pictures/\(language)/tutorial-\(page).svg"
        let text = try Repository.text(of: "docs/\(picture)")
        #expect(document.contains(#"="../\#(picture)""#))
        #expect(text.replacing(#/<[^>]*>/#, with: "").contains(heading), "\(picture)")
        #expect(text.contains("prefers-color-scheme: dark"))
        #expect(document.contains(heading.split(separator: ": ").last ?? ""))
    }
}
