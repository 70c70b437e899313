import CalearningApplication
import CalearningDomain
import UsecasesEngine
import UsecasesTerminal

extension MigrateDatabase: ShownUsecase {
    static func show(_ scenario: Scenario<MigrateDatabase>) -> Screen {
        switch scenario.goal {
        case .アプリは移行の前後の版を表示(let migration):
            .page(
                "migration",
                Sentence(
                    en: "Migrated the database from version \(migration.from) to version \(migration.to).",
                    ja: "データベースを版\(migration.from)から版\(migration.to)に移行しました。"))
        case .移行がいらない場合_アプリは版を表示(let version):
            .page(
                "migration",
                Sentence(
                    en: "The database has version \(version). No migration is necessary.",
                    ja: "データベースは版\(version)です。移行はいりません。"))
        case .調べるだけの場合_アプリは移行の前後の版を表示(let migration):
            .page(
                "migration",
                Sentence(
                    en:
                        "The database has version \(migration.from). A migration to version \(migration.to) is necessary.",
                    ja: "データベースは版\(migration.from)です。版\(migration.to)への移行が必要です。"))
        }
    }
}
