import UsecasesEngine

extension StoreContent {
    /// The folder of the course.
    static let folder = StoreContent(
        "folder",
        otherwise: Sentence(
            en: "You can name another folder with --directory.", ja: "--directory で別のフォルダを指定することもできます。"),
        repair: Sentence(
            en: "Move the folder away, start again, and copy what you wrote back.",
            ja: "フォルダを別の場所に移し、最初からやり直した後、自分で書いたファイルを戻してください。"))
    /// A generated application.
    static let application = StoreContent(
        "application",
        otherwise: Sentence(en: "You can name another directory.", ja: "別のディレクトリを指定することもできます。"))
}
