import ArgumentParser
import UsecasesEngine
import UsecasesTerminal

struct AddCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: Sentence(
                en: "Add a part to your application.", ja: "自分のアプリケーションに部分を加える。"),
            usage: "\(Product.own.name) add service [<directory>] [<options>]",
            subcommands: [Service.self])
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

        @MainActor func run() async throws {
            let scene = AddService.initial(directory: directory ?? ".")
            try await options.program().run { await $0.dispatch(scene) }
        }
    }
}

extension AddService: CommandedUsecase {
    static var command: any ParsableCommand.Type { AddCommand.self }
}

extension AddService: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [
            Sentence(
                en: "the folder has no application of this program, or one in which a line has no place",
                ja: "そのフォルダにこのプログラムのアプリケーションがない、または行を加える場所が見つからない")
        ]
    ]

    static func show(_ scenario: Scenario<AddService>) -> Screen {
        switch scenario.goal {
        case .アプリは加えたサービスを表示(let service): .addedService(service)
        case .サービスがすでにある場合_アプリは何も変えずにそのことを表示(let name): .presentService(of: name)
        case .行を加える場所が見つからない場合_アプリは何も書かずに加える行を表示(let lines): .linesToAdd(lines)
        case .アプリケーションがない場合_アプリは何も書かずに場所を表示(let directory): .noApplication(in: directory)
        }
    }
}

extension Screen {
    static func addedService(_ service: AddedService) -> Screen {
        let program = service.name.rawValue.lowercased()
        let files = service.files.joined(separator: ", ")
        return Screen(
            "service", Sentence(en: "\(service.name) has a service.", ja: "\(service.name)にサービスを加えました。"),
            [
                Sentence(en: "  Written: \(files)", ja: "  書いたファイル: \(files)"),
                service.answersFirstUsecase
                    ? Sentence(
                        en: "  swift run \(program) serve answers /status; SERVICE.md says how to go on.",
                        ja: "  swift run \(program) serve が /status に答えます。続きはSERVICE.mdにあります。")
                    : Sentence(
                        en: """
                            Its route answers with CheckStatus, which the application no longer has. Name a use case \
                            of yours there before you build; SERVICE.md has an example.
                            """,
                        ja: """
                              ルートは、もうないCheckStatusで答えるようになっています。ビルドの前に自分のユースケースに変えてください。\
                            SERVICE.mdに例があります。
                            """),
            ])
    }

    static func presentService(of name: ApplicationName) -> Screen {
        Screen(
            "service",
            Sentence(
                en: "\(name) has a service already, and nothing was changed.",
                ja: "\(name)にはすでにサービスがあります。何も変えていません。"))
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
