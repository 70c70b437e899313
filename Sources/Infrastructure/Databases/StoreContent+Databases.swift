package import UsecasesEngine

extension StoreContent {
    /// The database of the service.
    package static let database = StoreContent(
        "database",
        otherwise: Sentence(
            en: "You can name another database with --database.", ja: "--database で別のものを指定することもできます。"),
        newer: Sentence(en: "The database is of a newer version", ja: "データベースは新しいバージョンのものです"),
        upgrade: Sentence(
            en: "Install the newer version again. The data are intact, so do not restore a backup.",
            ja: "新しいバージョンをもう一度インストールしてください。データは無事なので、バックアップから戻す必要はありません。"))
    /// The copy of a database.
    package static let backup = StoreContent(
        "backup",
        otherwise: Sentence(en: "You can name another file.", ja: "別のファイルを指定することもできます。"),
        unwritten: Sentence(
            en: "No backup was written, and nothing was left behind.", ja: "バックアップはできておらず、何も残していません。"))
}
