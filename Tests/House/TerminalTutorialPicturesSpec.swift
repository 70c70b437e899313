import CalearningDomain
import Testing
import Usecases

@testable import CalearningPresentation
@testable import CalearningTestSupport
@testable import UsecasesTerminal

/// `docs/terminal-tutorial.md` shows every page unchanged.
@Suite struct チュートリアルの絵 {
    @Test(arguments: TutorialPage.allCases, Language.allCases)
    func どのページも二つの配色で文書に示される(page: TutorialPage, language: Language) throws {
        let document = try Repository.text(of: "docs/terminal-tutorial.md")
        let heading = page.heading.text(in: language)

        for scheme in ["light", "dark"] {
            let picture = "pictures/\(language)/tutorial-\(page)-\(scheme).svg"
            #expect(document.contains(#"="\#(picture)""#))
            let shown = try Repository.text(of: "docs/\(picture)").replacing(#/<[^>]*>/#, with: "")
            #expect(shown.contains(heading), "\(picture)")
        }
        #expect(document.contains(heading.split(separator: ": ").last ?? ""))
    }
}
