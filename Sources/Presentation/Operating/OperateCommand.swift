#if Server
import CalearningApplication
import ArgumentParser
import CalearningDomain
import Usecases
import UsecasesService
import UsecasesTerminal

struct OperateCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "operate",
            abstract: Sentence(en: "Look after the data of the service.", ja: "サービスのデータを管理する。"),
            usage: "\(Product.own.name) operate backup <file> [<options>]",
            discussion: Sentence(
                en: """
                    It works on the database itself, with the same settings as `\(Product.own.name) serve`, whether the service is \
                    running or not.
                    """,
                ja: "`\(Product.own.name) serve`と同じ設定で、データベースを直接扱う。サービスが動いていてもいなくてもよい。"),
            subcommands: [Backup.self])
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

        @Option(help: .setting(.database, of: .own))
        var database: String?

        @Option(help: .serverConfiguration(of: .own))
        var configuration: String?

        @OptionGroup var options: CommonOptions<CompositionRoot>

        func validate() throws {
            try file.checkName(of: "<file>")
        }

        @MainActor func run() async throws {
            let database = try sqliteFile(in: Environment.process.variables)
            let program = try options.program(as: .operator) {
                $0.backupMaker.adapter = CompositionRoot.backupMaker(of: database)
            }
            try await program.run { await $0.dispatch(BackUpDatabase.initial(file: file)) }
        }

        /// Returns the path of the database that `serve` would use with the same options. Throws a usage error if it is
        /// not SQLite.
        private func sqliteFile(in variables: [String: String]) throws -> String {
            let typed: [ServerSetting: String?] = [.database: database, .databaseDirectory: options.stateDir]
            let configuration = ServerConfiguration(
                of: CompositionRoot.self, options: typed.compactMapValues(\.self), variables: variables,
                file: configuration ?? variables[Product.own.variable("configuration")])
            guard configuration.invalid.isDisjoint(with: [.database, .databaseDirectory]) else {
                throw ValidationError(configuration.problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
            }
            switch configuration.settings.database {
            case .sqlite(let path): return path
            case .postgreSQL: throw ValidationError(BackUpDatabase.isPostgreSQL)
            }
        }
    }
}
#endif
