#if Server
import ArgumentParser
import CalearningApplication
import CalearningDomain
import UsecasesEngine
import UsecasesService
import UsecasesTerminal

struct OperateCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "operate",
            abstract: Sentence(
                en: "Look after the accounts and the data of the service.", ja: "サービスのアカウントとデータを管理する。"),
            usage: usage,
            discussion: Sentence(
                en: """
                    It works on the database itself, with the same settings as `\(Product.own.name) serve`, whether the service is \
                    running or not.
                    """,
                ja: "`\(Product.own.name) serve`と同じ設定で、データベースを直接扱う。サービスが動いていてもいなくてもよい。"),
            subcommands: [
                Accounts.self, AccountCommand<ShowAccount>.self, ConfirmedAccountCommand<LockAccount>.self,
                AccountCommand<UnlockAccount>.self, AccountCommand<AllowRecovery>.self,
                ConfirmedAccountCommand<DiscardAccount>.self, Sessions.self, Guesses.self, Devices.self, Sweep.self,
                Backup.self, Migrate.self,
            ])
    }

    struct Accounts: OperatorCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "accounts",
                abstract: Sentence(
                    en: "List the accounts, \(AccountPage.size) at a time.", ja: "アカウントを\(AccountPage.size)件ずつ一覧にする。"),
                usage: "\(Product.own.name) operate accounts [--after <name>] [<options>]")
        }

        @Option(
            help: ArgumentHelp(
                Sentence(en: "Begin after this name.", ja: "この名前の次から始める。"), valueName: "name"),
            transform: AccountArgument.name)
        var after: AccountName?

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(ListAccounts.initial(after: after)) }
    }

    struct Sessions: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "sessions",
                abstract: Sentence(en: "End sessions.", ja: "セッションを終わらせる。"),
                usage: EndAccountSessions.usage, subcommands: [ConfirmedAccountCommand<EndAccountSessions>.self])
        }
    }

    struct Guesses: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "guesses",
                abstract: Sentence(en: "Forget failures to log in.", ja: "ログインの間違いの記録を消す。"),
                usage: ForgetGuesses.usage, subcommands: [AccountCommand<ForgetGuesses>.self])
        }
    }

    struct Devices: OperatorCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "devices",
                abstract: Sentence(en: "Count the devices.", ja: "デバイスを数える。"),
                usage: "\(Product.own.name) operate devices [<options>]")
        }

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(CountDevices.initial) }
    }

    struct Sweep: OperatorCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "sweep",
                abstract: Sentence(
                    en: "Remove obsolete records now.", ja: "古い記録を、今取り除く。"),
                usage: "\(Product.own.name) operate sweep [--forget-devices-after <days>] [<options>]",
                discussion: Sentence(
                    en: "A running service does so every minute.", ja: "動いているサービスは1分ごとに行っている。"))
        }

        @Option(help: .setting(.forgetDevicesAfter, of: .own))
        var forgetDevicesAfter: String?

        var serviceOptions: [ServerSetting: String?] { [.forgetDevicesAfter: forgetDevicesAfter] }

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func behaviour(with settings: ServerSettings) -> Behaviour {
            Behaviour(SweepDatabase.initial(keepingDevices: settings.ofDatabase.deviceDays))
        }
    }

    struct Backup: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "backup",
                abstract: Sentence(
                    en: "Write a complete and checked copy of the database into a new file.",
                    ja: "データベースの完全な写しを新しいファイルに書き、確かめる。"),
                usage: "\(Product.own.name) operate backup <file> [<options>]")
        }

        @Argument(
            help: ArgumentHelp(
                Sentence(
                    en: "The file, which must not exist. Only its owner can read it.",
                    ja: "ファイル。まだないものを指定する。読めるのは持ち主だけになる。")), completion: .file())
        var file: String

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func validate() throws {
            try file.checkName(of: "<file>")
        }

        @MainActor func run() async throws {
            guard case .sqlite(let database) = try await database.settings(stateDirectory: options.stateDir).database
            else {
                throw ValidationError(BackUpDatabase.isPostgreSQL)
            }
            let program = try options.operatorProgram {
                $0.backupMaker.adapter = CompositionRoot.backupMaker(of: database)
            }
            try await program.run { await $0.dispatch(BackUpDatabase.initial(file: file)) }
        }
    }

    struct Migrate: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "migrate",
                abstract: Sentence(
                    en: "Add the tables of this version to the database.", ja: "このバージョンの表をデータベースに加える。"),
                usage: "\(Product.own.name) operate migrate [--status] [<options>]",
                discussion: Sentence(
                    en: "A service does so when it starts. With PostgreSQL, another role can do it before.",
                    ja: "サービスは起動するときに行う。PostgreSQLでは、その前に別のロールで行うこともできる。"))
        }

        @Flag(help: ArgumentHelp(Sentence(en: "Only show the version.", ja: "版を表示するだけにする。")))
        var status = false

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        @MainActor func run() async throws {
            let settings = try await database.settings(stateDirectory: options.stateDir)
            let program = try options.operatorProgram {
                $0.schemaMigrator.adapter = try CompositionRoot.schemaMigrator(for: settings)
            }
            try await program.run { await $0.dispatch(MigrateDatabase.initial(onlyShows: status)) }
        }
    }
}

extension CommonOptions<CompositionRoot> {
    /// Returns the program of an operator. Each of its operations has a line in the log of the system.
    @MainActor fileprivate func operatorProgram(equip: (inout Dependencies) throws -> Void) throws -> Program {
        try program(as: .operator) {
            try equip(&$0)
            $0.taps.insert(OperatorLog.system, at: 0)
        }
    }
}

/// The options that choose the database, as in `serve`.
struct OperatedDatabase: ParsableArguments {
    @Option(help: .setting(.database, of: .own))
    var database: String?

    @Option(help: .setting(.databaseFile, of: .own))
    var databaseFile: String?

    @Option(help: .serverConfiguration(of: .own))
    var configuration: String?

    /// Returns the settings that `serve` would use with the same options, and with `more` options. Throws a usage error if
    /// one of them or the database is invalid.
    func settings(
        stateDirectory: String?, _ more: [ServerSetting: String?] = [:]
    ) async throws -> ServerSettings {
        let variables = Environment.process.variables
        let typed: [ServerSetting: String?] = [
            .database: database, .databaseFile: databaseFile, .databaseDirectory: stateDirectory,
        ]
        let configuration = await ServerConfiguration(
            of: CompositionRoot.self, options: typed.merging(more) { $1 }.compactMapValues(\.self),
            variables: variables,
            file: configuration ?? variables[Product.own.variable("configuration")])
        guard configuration.invalid.isDisjoint(with: DatabaseSettings.deciding.union(more.keys)) else {
            throw ValidationError(configuration.problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
        }
        if let problem = configuration.settings.ofDatabase.fileProblem {
            throw ValidationError(problem.text(in: .spoken))
        }
        return configuration.settings
    }
}

struct AccountArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(Sentence(en: "The name of the account.", ja: "アカウントの名前。")),
        transform: Self.name)
    var name: AccountName

    /// Returns the name. Throws a usage error if no account can have it.
    static func name(_ text: String) throws -> AccountName {
        guard let name = AccountName(text.trimmed) else { throw ValidationError(ShowAccount.malformedName) }
        return name
    }
}

/// A command that runs one use case on the database of the service.
protocol OperatorCommand: AsyncParsableCommand {
    var database: OperatedDatabase { get }
    var options: CommonOptions<CompositionRoot> { get }
    /// The options of the command that are settings of the service.
    var serviceOptions: [ServerSetting: String?] { get }
    @MainActor func behaviour(with settings: ServerSettings) -> Behaviour
}

extension OperatorCommand {
    var serviceOptions: [ServerSetting: String?] { [:] }

    @MainActor func run() async throws { try await operate() }

    /// Runs the use case. Asks the question first, if one is given.
    @MainActor fileprivate func operate(asking question: Sentence? = nil) async throws {
        let settings = try await database.settings(stateDirectory: options.stateDir, serviceOptions)
        // Opening the database can migrate it.
        if let question {
            try options.program(as: .operator).confirm(question.followed(by: Sentence("[y/N] ")))
        }
        var administration: OpenedAdministration?
        defer { administration?.close() }
        let program = try options.operatorProgram {
            administration = try CompositionRoot.administration(for: settings)
            administration?.provide(to: &$0)
        }
        try await program.run { await behaviour(with: settings).perform(with: $0) }
    }
}

extension AccountWork {
    /// The words of the command without the name of the account, such as `operate sessions end`.
    private static var words: [String] {
        guard case .command(let text) = invocation else { return [] }
        return text.split(separator: " ").dropLast().map { String($0) }
    }

    fileprivate static var usage: String {
        let consent = self is any ConfirmedWork.Type ? "[--yes] " : ""
        return "\(Product.own.name) \(words.joined(separator: " ")) <name> \(consent)[<options>]"
    }

    fileprivate static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: words.last ?? name, abstract: abstract, usage: usage, discussion: discussion)
    }
}

struct AccountCommand<Work: AccountWork>: OperatorCommand {
    static var configuration: CommandConfiguration { Work.configuration }

    @OptionGroup var account: AccountArgument
    @OptionGroup var database: OperatedDatabase
    @OptionGroup var options: CommonOptions<CompositionRoot>

    func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(Work.initial(name: account.name)) }
}

struct ConfirmedAccountCommand<Work: ConfirmedWork>: OperatorCommand {
    static var configuration: CommandConfiguration { Work.configuration }

    @OptionGroup var account: AccountArgument
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var database: OperatedDatabase
    @OptionGroup var options: CommonOptions<CompositionRoot>

    func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(Work.initial(name: account.name)) }

    @MainActor func run() async throws {
        try await operate(asking: confirmation.yes ? nil : Work.question(account.name))
    }
}
#endif
