import ArgumentParser
import UsecasesEngine
import UsecasesTerminal

struct AddCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: Sentence(
                en: "Add a part to your application.", ja: "自分のアプリケーションに部品を加える。"),
            usage: "\(Product.own.name) add service|database [<directory>] [<options>]",
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
                    en: "Add a SQLite database, which keeps the values of its data store.",
                    ja: "データストアの値を保存するSQLiteのデータベースを加える。"),
                usage: "\(Product.own.name) add database [<directory>] [<options>]",
                discussion: Sentence(
                    en: """
                        All processes of a machine share it, commands as well as servers. For servers on several machines, \
                        write an adapter of your own on PostgreSQL or the like. The application is one that \
                        `\(Product.own.name) new` made, with or without a service. What you changed in it stays: the \
                        command adds files and lines, and writes nothing if a line has no place.
                        """,
                    ja: """
                        1台のマシンのすべてのプロセスが、コマンドもサーバーも、同じデータベースを使う。複数のマシンのサーバーで共有するには、\
                        PostgreSQLなどのアダプタを自分で書く。`\(Product.own.name) new`が作ったアプリケーションが対象で、サービスの有無は\
                        問わない。書き換えたところはそのまま残る。ファイルと行を加えるだけで、行を加える場所が見つからなければ何も書かない。
                        """))
        }

        @OptionGroup var place: Place

        @MainActor func run() async throws { try await place.add(.database) }
    }
}

extension AddPart: CommandedUsecase {
    static var command: any ParsableCommand.Type { AddCommand.self }
}

extension AddPart: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [
            Sentence(
                en: "the folder has no application of this program, or one in which a line has no place",
                ja: "そのフォルダにこのプログラムのアプリケーションがない、または行を加える場所が見つからない")
        ]
    ]

    static func show(_ scenario: Scenario<AddPart>) -> Screen {
        switch scenario.goal {
        case .アプリは加えた部品を表示(let added): .addedPart(added)
        case .部品がすでにある場合_アプリは何も変えずにそのことを表示(let part, let name): .present(part, of: name)
        case .行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(let lines): .linesToAdd(lines)
        case .アプリケーションがない場合_アプリは何も書かずに場所を表示(let directory): .noApplication(in: directory)
        }
    }
}

extension ApplicationPart {
    fileprivate var noun: Sentence {
        switch self {
        case .service: Sentence(en: "service", ja: "サービス")
        case .database: Sentence(en: "database", ja: "データベース")
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
        case .database:
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
