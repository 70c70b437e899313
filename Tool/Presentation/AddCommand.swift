import ArgumentParser
import UsecasesEngine
import UsecasesTerminal

struct AddCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: Sentence(
                en: "Add a part to your application.", ja: "自分のアプリケーションに部品を加える。"),
            usage: "\(Product.own.name) add service|database [<directory>] [--kind <kind>] [<options>]",
            subcommands: [Service.self, Database.self])
    }

    /// The application that gets a part, and the common options.
    struct Place: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                Sentence(en: "The folder of the application.", ja: "アプリケーションのフォルダ。"),
                discussion: Sentence(en: "This folder if not given.", ja: "省略時は今いるフォルダ。")),
            completion: .directory)
        var directory: String?

        @OptionGroup var options: CommonOptions<UsecaseTool>

        func validate() throws {
            try directory?.checkName(of: "<directory>")
        }

        @MainActor func add(_ part: ApplicationPart) async throws {
            let scene = AddPart.initial(part: part, directory: directory ?? ".")
            try await options.program().run { await $0.dispatch(scene) }
        }
    }

    struct Service: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "service",
                abstract: Sentence(
                    en: "Add a service, which answers requests over HTTP with its use cases.",
                    ja: "HTTPのリクエストにユースケースで答えるサービスを加える。"),
                usage: "\(Product.own.name) add service [<directory>] [<options>]",
                discussion: Sentence(
                    en: """
                        The application is one that `\(Product.own.name) new` made without --service. What you changed in it \
                        stays: the command adds files and lines, and writes nothing if a line has no place.
                        """,
                    ja: """
                        `\(Product.own.name) new`が--serviceなしで作ったアプリケーションが対象。書き換えたところはそのまま残る。\
                        ファイルと行を加えるだけで、行を加える場所が見つからなければ何も書かない。
                        """))
        }

        @OptionGroup var place: Place

        @MainActor func run() async throws { try await place.add(.service) }
    }

    struct Database: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "database",
                abstract: Sentence(
                    en: "Add a database, which keeps the values of its data store.",
                    ja: "データストアの値を保存するデータベースを加える。"),
                usage: "\(Product.own.name) add database [<directory>] [--kind <kind>] [<options>]",
                discussion: Sentence(
                    en: """
                        All processes of a machine share a SQLite database, commands as well as servers. Servers on several \
                        machines share a PostgreSQL database. The application is one that `\(Product.own.name) new` made, \
                        with or without a service. What you changed in it stays: the command adds files and lines, and \
                        writes nothing if a line has no place.
                        """,
                    ja: """
                        SQLiteのデータベースは、1台のマシンのすべてのプロセスが、コマンドもサーバーも共有する。PostgreSQLのデータベースは、\
                        複数のマシンのサーバーが共有する。`\(Product.own.name) new`が作ったアプリケーションが対象で、サービスの有無は\
                        問わない。書き換えたところはそのまま残る。ファイルと行を加えるだけで、行を加える場所が見つからなければ何も書かない。
                        """))
        }

        enum Kind: String, ExpressibleByArgument, CaseIterable {
            case sqlite, postgresql

            var part: ApplicationPart {
                switch self {
                case .sqlite: .sqlite
                case .postgresql: .postgresql
                }
            }
        }

        @Option(help: ArgumentHelp(Sentence(en: "The kind of the database.", ja: "データベースの種類。")))
        var kind = Kind.sqlite

        @OptionGroup var place: Place

        @MainActor func run() async throws { try await place.add(kind.part) }
    }
}

extension AddPart: CommandedUsecase {
    static var command: any ParsableCommand.Type { AddCommand.self }
}

extension AddPart: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [
            Sentence(
                en: """
                    the folder has no application of this program, or one with another database, or one in which a line has no \
                    place
                    """,
                ja: "そのフォルダにこのプログラムのアプリケーションがない、別のデータベースがある、または行を加える場所が見つからない")
        ]
    ]

    static func show(_ scenario: Scenario<AddPart>) -> Screen {
        switch scenario.goal {
        case .アプリは加えた部品を表示(let added): .addedPart(added)
        case .部品がすでにある場合_アプリは何も変えずにそのことを表示(let part, let name): .present(part, of: name)
        case .別のデータベースがある場合_アプリは何も変えずにそのファイルを表示(let part, let name, let files):
            .alternative(part, of: name, in: files)
        case .行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(let lines): .linesToAdd(lines)
        case .アプリケーションがない場合_アプリは何も書かずに場所を表示(let directory): .noApplication(in: directory)
        }
    }
}

extension ApplicationPart {
    fileprivate var noun: Sentence {
        switch self {
        case .service: Sentence(en: "service", ja: "サービス")
        case .sqlite: Sentence(en: "SQLite database", ja: "SQLiteのデータベース")
        case .postgresql: Sentence(en: "PostgreSQL database", ja: "PostgreSQLのデータベース")
        }
    }

    /// What to know before the next step.
    fileprivate func advice(for added: AddedPart) -> [Sentence] {
        let program = added.name.rawValue.lowercased()
        return switch self {
        case .service where added.lacksUsecase:
            [
                Sentence(
                    en: """
                          Its route answers with CheckStatus, which the application no longer has. Name a use case \
                        of yours there before you build; SERVICE.md has an example.
                        """,
                    ja: """
                          ルートは、もうないCheckStatusで答えるようになっています。ビルドの前に自分のユースケースに変えてください。\
                        SERVICE.mdに例があります。
                        """)
            ]
        case .service:
            [
                Sentence(
                    en: "  swift run \(program) serve answers /status; SERVICE.md says how to go on.",
                    ja: "  swift run \(program) serve が /status に答えます。続きはSERVICE.mdにあります。")
            ]
        case .sqlite:
            [
                Sentence(
                    en: """
                          It is store.sqlite in the state directory. The values in store.json stay there, and are no longer \
                        read.
                        """,
                    ja: "  状態ディレクトリのstore.sqliteです。store.jsonの値はそこに残りますが、もう読み込まれません。"),
                Sentence(
                    en: "  The build needs the headers of SQLite (Debian: libsqlite3-dev); make test checks the store.",
                    ja: "  ビルドにはSQLiteのヘッダが必要です(Debianではlibsqlite3-dev)。make testがストアを検査します。"),
            ]
        case .postgresql:
            [
                Sentence(
                    en: """
                          \(program.uppercased())_DATABASE gives its address, such as postgres://user:password@host/database. The \
                        values in store.json stay there, and are no longer read.
                        """,
                    ja: """
                          アドレスは\(program.uppercased())_DATABASEにpostgres://user:password@host/databaseのように指定します。\
                        store.jsonの値はそこに残りますが、もう読み込まれません。
                        """),
                Sentence(
                    en: """
                          The build needs libpq and pkg-config (Debian: libpq-dev, pkg-config). make test checks the store if \
                        \(program.uppercased())_TEST_DATABASE gives a database for tests.
                        """,
                    ja: """
                          ビルドにはlibpqとpkg-configが必要です(Debianではlibpq-devとpkg-config)。\
                        \(program.uppercased())_TEST_DATABASEがテスト用のデータベースを指定していれば、make testがストアを検査します。
                        """),
            ]
        }
    }
}

extension Screen {
    static func addedPart(_ added: AddedPart) -> Screen {
        let (noun, files) = (added.part.noun, added.files.joined(separator: ", "))
        return Screen(
            added.part.rawValue,
            Sentence(
                en: "\(added.name) has a \(noun.text(in: .en)).", ja: "\(added.name)に\(noun.text(in: .ja))を加えました。"),
            [Sentence(en: "  Written: \(files)", ja: "  書いたファイル: \(files)")] + added.part.advice(for: added))
    }

    static func present(_ part: ApplicationPart, of name: ApplicationName) -> Screen {
        Screen(
            part.rawValue,
            Sentence(
                en: "\(name) has a \(part.noun.text(in: .en)) already, and nothing was changed.",
                ja: "\(name)にはすでに\(part.noun.text(in: .ja))があります。何も変えていません。"))
    }

    static func alternative(_ part: ApplicationPart, of name: ApplicationName, in files: [String]) -> Screen {
        let paths = files.joined(separator: ", ")
        return Screen(
            part.rawValue,
            Sentence(
                en: "\(name) has a \(part.noun.text(in: .en)), and nothing was changed.",
                ja: "\(name)には\(part.noun.text(in: .ja))があります。何も変えていません。"),
            [
                Sentence(en: "  Its files: \(paths)", ja: "  そのファイル: \(paths)"),
                Sentence(
                    en: """
                        An application has one data store. To take the other one, remove these files, and their lines from \
                        Package.swift and \(name)App.swift, and repeat the command. No values are copied.
                        """,
                    ja: """
                        アプリケーションのデータストアはひとつです。もう一方に替えるには、これらのファイルと、Package.swiftと\(name)App.swiftの\
                        その行を取り除いてから、もう一度実行してください。値は移りません。
                        """),
            ],
            exitStatus: .wrongUsage)
    }

    static func linesToAdd(_ lines: [MissingLines]) -> Screen {
        Screen(
            "lines-to-add",
            Sentence(
                en: "Nothing was written, because these lines have no place in the changed files:",
                ja: "何も書いていません。変更されたファイルの中に、次の行を加える場所が見つかりません。"),
            lines.flatMap(paragraphs) + [
                Sentence(
                    en: "Add them, then repeat the command: it writes the rest.",
                    ja: "これらを加えてから、もう一度実行してください。残りはこのコマンドが書きます。")
            ],
            exitStatus: .wrongUsage)
    }

    private static func paragraphs(_ missing: MissingLines) -> [Sentence] {
        let place =
            missing.replaces
            ? Sentence(en: "\(missing.file), instead of:", ja: "\(missing.file)、次の行の代わりに:")
            : Sentence(en: "\(missing.file), after:", ja: "\(missing.file)、次の行の後に:")
        let anchor = missing.anchor.split(separator: "\n").map { Sentence("  \($0)") }
        return [place] + anchor + [Sentence(en: "these lines:", ja: "この行を:")]
            + missing.lines.map { Sentence("  \($0)") }
    }

    static func noApplication(in directory: String) -> Screen {
        Screen(
            "no-application",
            Sentence(
                en: "No application of `\(Product.own.name) new` is in this folder: \(directory)",
                ja: "`\(Product.own.name) new` で作ったアプリケーションがありません: \(directory)"),
            [
                Sentence(
                    en:
                        "Name a folder with Package.swift and Sources/Presentation/<Name>App.swift; nothing was written.",
                    ja: "Package.swiftとSources/Presentation/<名前>App.swiftがあるフォルダを指定してください。何も書いていません。")
            ],
            exitStatus: .wrongUsage)
    }
}
