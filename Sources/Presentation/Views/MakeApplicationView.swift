import CalearningApplication
package import CalearningDomain
import Usecases
package import UsecasesTerminal

extension MakeApplication: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [.wrongUsage: [.folderTaken]]

    static func show(_ scenario: Scenario<MakeApplication>) -> Screen {
        switch scenario.goal {
        case .アプリは作ったアプリケーションを表示(let made): .madeApplication(made)
        case .空いていない場合_アプリは何も書かずに置き場所を表示(let directory): .occupiedPlace(directory)
        }
    }
}

extension Screen {
    package static func madeApplication(_ made: MadeApplication) -> Screen {
        Screen(
            "application",
            Page(
                heading: Sentence(
                    en: "The application \(made.name) is in \(made.directory), \(made.files) files.",
                    ja: "アプリケーション\(made.name)を作りました: \(made.directory)、ファイル\(made.files)個。"),
                paragraphs: [
                    Sentence(
                        en: "  cd \(made.directory), then git init, and make test",
                        ja: "  cd \(made.directory) してから git init、そして make test"),
                    Sentence(
                        en: "  README.md says where to begin.", ja: "  README.mdが始め方を案内します。"),
                ],
                keys: []))
    }

    package static func occupiedPlace(_ directory: String) -> Screen {
        Screen(
            "occupied-place",
            Page(
                heading: Sentence(
                    en: "Something is there already: \(directory)", ja: "すでに何かがあります: \(directory)"),
                paragraphs: [
                    Sentence(
                        en: "Name a folder that does not exist or is empty; nothing was written.",
                        ja: "まだないフォルダか空のフォルダを指定してください。何も書いていません。")
                ],
                keys: []),
            exitStatus: .wrongUsage)
    }
}
