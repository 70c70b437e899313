import ArgumentParser
import CalearningApplication
package import CalearningDomain
package import UsecasesEngine
package import UsecasesTerminal

struct ExportAccountCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "export-account",
            abstract: Sentence(
                en: "Show everything that the server keeps about the account.",
                ja: "アカウントについてサーバが保管しているものをすべて表示する。"),
            usage: "\(Product.own.name) export-account [<options>]",
            discussion: Sentence(
                en: "With --format json, a program can read it. The hash of the password is not shown.",
                ja: "--format json をつけると、プログラムで読める形になる。パスワードのハッシュは表示しない。"))
    }

    @OptionGroup var options: CommonOptions<CompositionRoot>

    @MainActor func run() async throws {
        try await options.program().run { await $0.dispatch(ExportAccount.initial) }
    }
}

extension ExportAccount: CommandedUsecase, PagedUsecase {
    static var command: any ParsableCommand.Type { ExportAccountCommand.self }

    static let isSafe = true

    static let exitStatuses: [ExitStatus: [Sentence]] = [.notAllowed: [.nobodyLoggedIn]]

    static func show(_ scenario: Scenario<ExportAccount>) -> Screen {
        switch scenario.goal {
        case .アプリはアカウントのデータを表示(let export): .accountData(export)
        case .ログインしていない場合_アプリはログイン画面を表示: .nobodyLoggedIn
        }
    }
}

extension Screen {
    /// Returns the screen with the data of the account. `notice` describes the previous event.
    package static func accountData(_ export: AccountExport, notice: Sentence? = nil) -> Screen {
        let (account, count) = (export.account, export.sessions.count)
        return Screen(
            "account-data",
            Page(
                heading: Sentence(en: "The data of the account \(account.name)", ja: "アカウント\(account.name)のデータ"),
                notice: notice,
                paragraphs: [
                    Sentence(en: "Identifier: \(account.id)", ja: "識別子: \(account.id)"),
                    Sentence(
                        en: "Created at \(export.createdAt.toTheSecond).", ja: "作成: \(export.createdAt.toTheSecond)"),
                    Sentence(en: "Sessions: \(count)", ja: "セッション: \(count)"),
                ]
                    + export.sessions.map { session in
                        Sentence(
                            en: """
                                \(session.id): \(session.deviceName.text(in: .en)) (UDID \(session.udid)), since \(session.beganAt.toTheSecond), last used at \
                                \(session.lastUsedAt.toTheSecond)
                                """,
                            ja: """
                                \(session.id): \(session.deviceName.text(in: .ja)) (UDID \(session.udid))、\(session.beganAt.toTheSecond)に開始、最後の使用は\
                                \(session.lastUsedAt.toTheSecond)
                                """)
                    }
                    + [
                        Sentence(
                            en: "The server also keeps a hash of the password, and shows it to nobody.",
                            ja: "サーバはパスワードのハッシュも保管していますが、誰にも見せません。")
                    ],
                keys: [.quit]),
            place: notice == nil ? Behaviour(ExportAccount.initial) : nil)
    }
}
