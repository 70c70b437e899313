import ArgumentParser
import CalearningApplication
package import CalearningDomain
import UsecasesEngine
package import UsecasesTerminal

extension OperateCommand {
    static var usage: String {
        [
            "accounts", "account <name>", "lock <name>", "unlock <name>", "recover <name>",
            "second-factor remove <name>", "delete <name>", "sessions end <name>", "guesses clear <name>", "devices",
            "sweep", "backup <file>", "migrate", "runs",
            "run <key>", "cancel-run <key>", "retry-run <key>",
        ].map { "\(Product.own.name) operate \($0) [<options>]" }.joined(separator: "\n")
    }
}

extension ListAccounts: ShownUsecase {
    static func show(_ scenario: Scenario<ListAccounts>) -> Screen {
        switch scenario.goal {
        case .アプリはアカウントの一覧を表示(let page): .accounts(page)
        }
    }
}

/// What an operator works on, as an argument of a command.
protocol OperatedSubject: Sendable {
    /// The placeholder of the argument, such as `name`.
    static var valueName: String { get }
    static var help: Sentence { get }
    static var malformed: UsageError { get }
    init?(_ text: String)
}

/// The work of an operator on one account or run. It is the part of its use case that the commands need.
protocol OperatorWork: ShownUsecase {
    associatedtype Subject: OperatedSubject
    static var abstract: Sentence { get }
    static var discussion: Sentence? { get }
    static func beginning(with subject: Subject) -> Step<Self>
}

/// Work that ends or deletes something, so the command asks before.
protocol ConfirmedWork: OperatorWork {
    static func question(_ subject: Subject) -> Sentence
}

/// The work of an operator on one account.
protocol AccountWork: OperatorWork where Subject == AccountName {
    static func initial(name: AccountName) -> Step<Self>
}

extension OperatorWork {
    static var discussion: Sentence? { nil }
}

extension AccountName: OperatedSubject {
    static let valueName = "name"
    static let help = Sentence(en: "The name of the account.", ja: "アカウントの名前。")
    static let malformed = UsageError.malformed(
        Sentence(
            en: "The name of an account has 3 to 32 of a to z, 0 to 9, _ and -.",
            ja: "アカウントの名前は、a〜z、0〜9、_、-からなる3〜32文字です。"))
}

extension AccountWork {
    static func beginning(with name: AccountName) -> Step<Self> { initial(name: name) }
    static var exitStatuses: [ExitStatus: [Sentence]] { [.wrongUsage: [.noSuchAccount]] }
}

extension ShowAccount: AccountWork {
    static let abstract = Sentence(en: "Show an account.", ja: "アカウントを表示する。")

    static func show(_ scenario: Scenario<ShowAccount>) -> Screen {
        switch scenario.goal {
        case .アプリはアカウントを表示(let overview): .account(overview)
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension LockAccount: AccountWork, ConfirmedWork {
    static let abstract = Sentence(
        en: "Let nobody log in to an account, and end its sessions.", ja: "アカウントにログインできないようにし、セッションをすべて終わらせる。")

    static func question(_ name: AccountName) -> Sentence {
        Sentence(
            en: "Lock the account \(name), and log all its devices out?", ja: "アカウント\(name)を止めて、どのデバイスもログアウトさせますか?")
    }

    static func show(_ scenario: Scenario<LockAccount>) -> Screen {
        switch scenario.goal {
        case .アプリは止めたアカウントを表示(let overview): .account(overview)
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension UnlockAccount: AccountWork {
    static let abstract = Sentence(en: "Let the owner of an account log in again.", ja: "アカウントにまたログインできるようにする。")

    static func show(_ scenario: Scenario<UnlockAccount>) -> Screen {
        switch scenario.goal {
        case .アプリは使えるアカウントを表示(let overview): .account(overview)
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension AllowRecovery: AccountWork {
    static let abstract = Sentence(
        en: "Issue a code with which the owner of an account chooses a new password.",
        ja: "アカウントの持ち主が新しいパスワードを決めるためのコードを発行する。")
    static let discussion: Sentence? = Sentence(
        en: "The code can be used once, within a day, while the account is not locked. A newer one replaces it.",
        ja: "コードは1日以内に一度だけ使えるが、アカウントが止められている間は使えない。新しく発行すると、前のものは使えなくなる。")

    static func show(_ scenario: Scenario<AllowRecovery>) -> Screen {
        switch scenario.goal {
        case .アプリは復旧コードを表示(let issued): .recoveryCode(issued)
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension RemoveSecondFactor: AccountWork, ConfirmedWork {
    static let abstract = Sentence(
        en: "Let an owner who has lost the second factor log in without it.",
        ja: "二つ目の要素をなくした持ち主が、それなしでログインできるようにする。")

    static func question(_ name: AccountName) -> Sentence {
        Sentence(en: "Remove the second factor of the account \(name)?", ja: "アカウント\(name)の二つ目の要素を外しますか?")
    }

    static func show(_ scenario: Scenario<RemoveSecondFactor>) -> Screen {
        switch scenario.goal {
        case .アプリは二つ目の要素のないアカウントを表示(let overview): .account(overview)
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension DiscardAccount: AccountWork, ConfirmedWork {
    static let abstract = Sentence(
        en: "Delete an account and everything that belongs to it.", ja: "アカウントに属するものをすべて消す。")

    static func question(_ name: AccountName) -> Sentence {
        Sentence(en: "Delete the account \(name)? It cannot be undone.", ja: "アカウント\(name)を消しますか? 元には戻せません。")
    }

    static func show(_ scenario: Scenario<DiscardAccount>) -> Screen {
        switch scenario.goal {
        case .アプリは消したアカウントを表示(let account):
            .page(
                "deleted-account",
                Sentence(
                    en: "The account \(account.name) was deleted, with everything that belonged to it.",
                    ja: "アカウント\(account.name)に属するものをすべて消しました。"))
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension EndAccountSessions: AccountWork, ConfirmedWork {
    static let abstract = Sentence(en: "Log all devices of an account out.", ja: "アカウントのデバイスをすべてログアウトさせる。")

    static func question(_ name: AccountName) -> Sentence {
        Sentence(en: "Log all devices of the account \(name) out?", ja: "アカウント\(name)のデバイスをすべてログアウトさせますか?")
    }

    static func show(_ scenario: Scenario<EndAccountSessions>) -> Screen {
        switch scenario.goal {
        case .アプリは終わらせたセッションの数を表示(let name, let count):
            .page(
                "ended-sessions",
                Sentence(en: "Ended sessions of \(name): \(count)", ja: "\(name)の終わらせたセッション: \(count)"))
        case .アカウントがない場合_アプリはないことを表示(let name): .missingAccount(name)
        }
    }
}

extension ForgetGuesses: AccountWork {
    static let abstract = Sentence(
        en: "Let a name that was tried too often be tried again.", ja: "試した回数が多すぎる名前を、また試せるようにする。")
    static let exitStatuses: [ExitStatus: [Sentence]] = [:]

    static func show(_ scenario: Scenario<ForgetGuesses>) -> Screen {
        switch scenario.goal {
        case .アプリは消した間違いの数を表示(let name, let count):
            .page(
                "forgotten-guesses",
                Sentence(
                    en: "Forgotten failures for the name \(name): \(count)", ja: "名前\(name)の消した間違いの記録: \(count)"))
        }
    }
}

extension CountDevices: ShownUsecase {
    static func show(_ scenario: Scenario<CountDevices>) -> Screen {
        switch scenario.goal {
        case .アプリはデバイスの数を表示(let count):
            .page(
                "devices",
                Sentence(
                    en: "Devices: \(count.total). Of the last 24 hours: \(count.lastDay).",
                    ja: "デバイス: \(count.total)、うち24時間以内のもの: \(count.lastDay)"))
        }
    }
}

extension SweepDatabase: ShownUsecase {
    static func show(_ scenario: Scenario<SweepDatabase>) -> Screen {
        switch scenario.goal {
        case .アプリは取り除いた数を表示(let rows):
            .page(
                "swept",
                Sentence(
                    en:
                        "Removed obsolete rows (sessions \(rows.sessions), failures \(rows.guesses), devices \(rows.devices), browsers \(rows.browsers)).",
                    ja:
                        "取り除いたセッション: \(rows.sessions)、間違いの記録: \(rows.guesses)、デバイス: \(rows.devices)、ブラウザ: \(rows.browsers)"
                ))
        }
    }
}

extension Sentence {
    fileprivate static let noSuchAccount = Sentence(en: "the account does not exist", ja: "そのアカウントはない")
}

extension Screen {
    /// Returns a screen without keys.
    static func page(
        _ name: String, _ heading: Sentence, _ paragraphs: [Sentence] = [], exitStatus: ExitStatus = .success
    ) -> Screen {
        Screen(name, Page(heading: heading, paragraphs: paragraphs, keys: []), exitStatus: exitStatus)
    }

    fileprivate static func missingAccount(_ name: AccountName) -> Screen {
        .page(
            "missing-account",
            Sentence(en: "The account \(name) does not exist.", ja: "アカウント\(name)はありません。"), exitStatus: .wrongUsage)
    }

    fileprivate static func recoveryCode(_ issued: IssuedCode) -> Screen {
        let end = issued.expiresAt.toTheSecond
        return Screen(
            "recovery-code",
            Page(
                heading: Sentence(issued.code.reveal()),
                paragraphs: [
                    Sentence(
                        en: """
                            With this code, the owner of the account \(issued.account.name) can choose a new password, once, \
                            until \(end).
                            """,
                        ja: "アカウント\(issued.account.name)の持ち主は、このコードで\(end)までに一度だけ、新しいパスワードを決められます。"),
                    Sentence(
                        en: "Make sure that you give it to the owner. It cannot be shown again.",
                        ja: "必ず持ち主本人に渡してください。もう一度表示することはできません。"),
                ],
                keys: []),
            secrets: ["code": issued.code.secret])
    }

    /// Returns the screen with one account.
    package static func account(_ overview: AccountOverview) -> Screen {
        let lock = overview.lockedAt.map {
            Sentence(
                en: "Locked since \($0.toTheSecond). Nobody can log in.", ja: "\($0.toTheSecond)から止めています。ログインできません。")
        }
        let deletion = overview.deletionAt.map {
            Sentence(
                en: "Erased at \($0.toTheSecond), unless the owner logs in before.",
                ja: "持ち主がそれまでにログインしなければ、\($0.toTheSecond)に消します。")
        }
        let factor =
            overview.hasSecondFactor
            ? Sentence(en: "The second factor is on.", ja: "二つ目の要素を使っています。") : nil
        let use = overview.lastUsedAt.map {
            Sentence(en: "Last used at \($0.toTheSecond).", ja: "最後の使用: \($0.toTheSecond)")
        }
        return .page(
            "account", Sentence("\(overview.account.name)"),
            [
                Sentence(en: "Identifier: \(overview.account.id)", ja: "識別子: \(overview.account.id)"),
                Sentence(
                    en: "Created at \(overview.account.id.time.toTheSecond).",
                    ja: "作成: \(overview.account.id.time.toTheSecond)"),
                Sentence(en: "Sessions: \(overview.sessions)", ja: "セッション: \(overview.sessions)"),
                use, factor, lock, deletion,
                Sentence(
                    en: "Failures that count against the name: \(overview.guesses)",
                    ja: "名前に数えた間違い: \(overview.guesses)"),
            ].compactMap(\.self))
    }

    /// Returns the screen with a page of accounts.
    package static func accounts(_ page: AccountPage) -> Screen {
        let more = page.accounts.last.flatMap { last in
            page.hasMore
                ? Sentence(
                    en: "More follow: --after=\(last.account.name)", ja: "続きがあります: --after=\(last.account.name)")
                : nil
        }
        return .page(
            "accounts",
            page.accounts.isEmpty
                ? Sentence(en: "No accounts.", ja: "アカウントはありません。") : Sentence(en: "Accounts", ja: "アカウント"),
            page.accounts.map { overview in
                let lock = overview.lockedAt == nil ? Sentence("") : Sentence(en: ", locked", ja: "、停止中")
                return Sentence(
                    en: "\(overview.account.name): sessions \(overview.sessions)\(lock.text(in: .en))",
                    ja: "\(overview.account.name): セッション\(overview.sessions)\(lock.text(in: .ja))")
            } + [more].compactMap(\.self))
    }
}
