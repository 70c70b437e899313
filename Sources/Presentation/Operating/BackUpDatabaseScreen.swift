import ArgumentParser
import CalearningApplication
package import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

extension BackUpDatabase: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [Sentence(en: "the file of a backup exists", ja: "バックアップのファイルがすでにある")]
    ]

    static func show(_ scenario: Scenario<BackUpDatabase>) -> Screen {
        switch scenario.goal {
        case .アプリはバックアップの内容を表示(let backup): .backup(backup)
        case .書き込み先が空いていない場合_アプリは何も書かずに書き込み先を表示(let file): .occupiedFile(file)
        }
    }
}

extension BackUpDatabase: CommandedUsecase {
    static let isPostgreSQL = UsageError.malformed(
        Sentence(
            en: "The database is PostgreSQL: back it up with pg_dump --format custom.",
            ja: "データベースはPostgreSQLです。pg_dump --format custom でバックアップしてください。"))

    static var command: any ParsableCommand.Type { OperateCommand.self }
}

extension Screen {
    package static func backup(_ backup: DatabaseBackup) -> Screen {
        .page(
            "backup", Sentence(en: "The backup is in \(backup.file).", ja: "バックアップしました: \(backup.file)"),
            [
                Sentence(
                    en: "Devices: \(backup.devices). Accounts: \(backup.accounts). Bytes: \(backup.bytes).",
                    ja: "デバイス\(backup.devices)、アカウント\(backup.accounts)、\(backup.bytes)バイト。"),
                Sentence(
                    en: """
                        It was checked, and only its owner can read it. It has hashes of passwords and tokens of \
                        sessions: keep it safe.
                        """,
                    ja: "内容を確かめました。読めるのは持ち主だけです。パスワードのハッシュとセッションのトークンが入っているので、大切に保管してください。"),
            ])
    }

    package static func occupiedFile(_ file: String) -> Screen {
        .page(
            "occupied-file", Sentence(en: "Something already exists: \(file)", ja: "すでに何かがあります: \(file)"),
            [
                Sentence(
                    en: "Name a file that does not exist. Nothing was written.",
                    ja: "まだないファイルを指定してください。何も書いていません。")
            ], exitStatus: .wrongUsage)
    }
}
