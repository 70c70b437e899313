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
                en: "Look after the accounts, the data and the durable runs of the service.",
                ja: "サービスのアカウントとデータと再開できる実行を管理する。"),
            usage: usage,
            discussion: Sentence(
                en: """
                    It works on the database itself, with the same settings as `\(Product.own.name) serve`, whether the service is \
                    running or not.
                    """,
                ja: "`\(Product.own.name) serve`と同じ設定で、データベースを直接扱う。サービスが動いていてもいなくてもよい。"),
            subcommands: [
                Accounts.self, WorkCommand<ShowAccount>.self, ConfirmedWorkCommand<LockAccount>.self,
                WorkCommand<UnlockAccount>.self, WorkCommand<AllowRecovery>.self,
                SecondFactor.self, ConfirmedWorkCommand<DiscardAccount>.self, Sessions.self, Guesses.self, Devices.self,
                Sweep.self,
                Backup.self, Migrate.self, Runs.self, WorkCommand<ShowRun>.self, ConfirmedWorkCommand<CancelRun>.self,
                WorkCommand<RetryRun>.self,
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
            transform: AccountName.parsed)
        var after: AccountName?

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(ListAccounts.initial(after: after)) }
    }

    struct Runs: OperatorCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "runs",
                abstract: Sentence(
                    en: "List the durable runs that have not ended, \(RunPage.size) at a time.",
                    ja: "終わっていない、再開できる実行を\(RunPage.size)件ずつ一覧にする。"),
                usage: "\(Product.own.name) operate runs [--all] [--after <key>] [<options>]")
        }

        @Flag(
            help: ArgumentHelp(
                Sentence(en: "Also list those that ended or were cancelled.", ja: "終わったものや取りやめになったものも一覧にする。")))
        var all = false

        @Option(
            help: ArgumentHelp(
                Sentence(en: "Begin after this run.", ja: "この実行の次から始める。"), valueName: "key"),
            transform: UUIDv7.parsed)
        var after: UUIDv7?

        @OptionGroup var database: OperatedDatabase
        @OptionGroup var options: CommonOptions<CompositionRoot>

        func behaviour(with _: ServerSettings) -> Behaviour {
            Behaviour(ListRuns.initial(after: after, withEnded: all))
        }
    }

    struct Sessions: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "sessions",
                abstract: Sentence(en: "End sessions.", ja: "セッションを終わらせる。"),
                usage: EndAccountSessions.usage, subcommands: [ConfirmedWorkCommand<EndAccountSessions>.self])
        }
    }

    struct SecondFactor: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "second-factor",
                abstract: Sentence(en: "Remove second factors.", ja: "二つ目の要素を外す。"),
                usage: RemoveSecondFactor.usage, subcommands: [ConfirmedWorkCommand<RemoveSecondFactor>.self])
        }
    }

    struct Guesses: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "guesses",
                abstract: Sentence(en: "Forget failures to log in.", ja: "ログインの間違いの記録を消す。"),
                usage: ForgetGuesses.usage, subcommands: [WorkCommand<ForgetGuesses>.self])
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

struct SubjectArgument<Subject: OperatedSubject>: ParsableArguments {
    @Argument(help: ArgumentHelp(Subject.help, valueName: Subject.valueName), transform: Subject.parsed)
    var subject: Subject
}

extension OperatedSubject {
    /// Returns the subject. Throws a usage error if none can be named so.
    static func parsed(_ text: String) throws -> Self {
        guard let subject = Self(text.trimmed) else { throw ValidationError(malformed) }
        return subject
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

extension OperatorWork {
    /// The words of the command without its argument, such as `operate sessions end`.
    private static var words: [String] {
        guard case .command(let text) = invocation else { return [] }
        return text.split(separator: " ").dropLast().map { String($0) }
    }

    fileprivate static var usage: String {
        let consent = self is any ConfirmedWork.Type ? "[--yes] " : ""
        return "\(Product.own.name) \(words.joined(separator: " ")) <\(Subject.valueName)> \(consent)[<options>]"
    }

    fileprivate static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: words.last ?? name, abstract: abstract, usage: usage, discussion: discussion)
    }
}

struct WorkCommand<Work: OperatorWork>: OperatorCommand {
    static var configuration: CommandConfiguration { Work.configuration }

    @OptionGroup var argument: SubjectArgument<Work.Subject>
    @OptionGroup var database: OperatedDatabase
    @OptionGroup var options: CommonOptions<CompositionRoot>

    func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(Work.beginning(with: argument.subject)) }
}

struct ConfirmedWorkCommand<Work: ConfirmedWork>: OperatorCommand {
    static var configuration: CommandConfiguration { Work.configuration }

    @OptionGroup var argument: SubjectArgument<Work.Subject>
    @OptionGroup var confirmation: Confirmation
    @OptionGroup var database: OperatedDatabase
    @OptionGroup var options: CommonOptions<CompositionRoot>

    func behaviour(with _: ServerSettings) -> Behaviour { Behaviour(Work.beginning(with: argument.subject)) }

    @MainActor func run() async throws {
        try await operate(asking: confirmation.yes ? nil : Work.question(argument.subject))
    }
}
#endif
