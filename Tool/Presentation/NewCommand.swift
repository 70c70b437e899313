import ArgumentParser
import UsecasesEngine
import UsecasesTerminal

struct NewCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "new",
            abstract: Sentence(
                en: "Make your own application on the libraries.",
                ja: "ライブラリを使う、自分のアプリケーションを作る。"),
            usage:
                "\(Product.own.name) new <name> <directory> [--service] [--url <url> --from <version>] [<options>]",
            discussion: Sentence(
                en: """
                    It has the four layers, and one use case with its screen and its spec. The libraries are those beside this \
                    program, or a version of a repository. Its scenes are in the language of `--language`.
                    """,
                ja: """
                    4つの層と、画面とスペックの付いたユースケースがひとつ入っている。ライブラリはこのプログラムに付属のもの、\
                    またはリポジトリのバージョン。シーンは`--language`の言語で書かれる。
                    """))
    }

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "Its name: a capital, then letters and digits, 2 to 12 in all.",
                ja: "名前。英大文字で始まる2〜12文字の英数字。")),
        transform: { text in
            guard let name = ApplicationName(text) else { throw ValidationError(Self.malformedName(text)) }
            return name
        })
    var name: ApplicationName

    @Argument(
        help: ArgumentHelp(
            Sentence(
                en: "Its folder. It must be empty, or not exist yet.", ja: "置き場所。空のフォルダか、まだないフォルダ。")),
        completion: .directory)
    var directory: String

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "With a service, which answers requests over HTTP with its use cases.",
                ja: "HTTPのリクエストにユースケースで答えるサービスも付ける。")))
    var service = false

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The git repository of the libraries, with --from.", ja: "ライブラリのgitリポジトリ。--fromと共に指定する。"),
            valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            Sentence(
                en: "The least version of the libraries, such as 0.3.0.", ja: "ライブラリの最低バージョン。0.3.0など。"),
            valueName: "version"))
    var from: String?

    /// Returns the error for a name, with the capitalized name if that is valid.
    private static func malformedName(_ text: String) -> UsageError {
        guard let name = ApplicationName(text.prefix(1).uppercased() + text.dropFirst()) else {
            return .malformed(
                Sentence(
                    en: """
                        The name of an application has a capital, then letters and digits, 2 to 12 in all, and is not that \
                        of a module.
                        """,
                    ja: "アプリケーションの名前は、英大文字で始まる2〜12文字の英数字で、モジュールの名前とは異なるものです。"))
        }
        return .malformed(
            Sentence(
                en: "The name of an application begins with a capital: '\(name)' would do.",
                ja: "アプリケーションの名前は英大文字で始まります。「\(name)」なら使えます。"))
    }

    private static let malformedRepository = UsageError.malformed(
        Sentence(
            en: "--url and --from go together: the address of a git repository, and a version such as 0.3.0.",
            ja: "--urlと--fromは一緒に指定します。gitリポジトリのアドレスと、0.3.0のようなバージョンです。"))

    @OptionGroup var options: CommonOptions<UsecaseTool>

    func validate() throws {
        try directory.checkName(of: "<directory>")
        _ = try libraries
    }

    /// The libraries. The address and the version become Swift source, so only valid characters are accepted.
    private var libraries: LibrarySource {
        get throws {
            guard url != nil || from != nil else { return .beside }
            guard let url, let from, url.wholeMatch(of: #/[A-Za-z0-9._~:\/@%+-]{1,400}/#) != nil,
                from.wholeMatch(of: #/[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}/#) != nil
            else { throw ValidationError(Self.malformedRepository) }
            return .repository(url: url, version: from)
        }
    }

    @MainActor func run() async throws {
        let program = try options.program()
        let order = ApplicationOrder(
            name: name, directory: directory, hasService: service, language: program.settings.language,
            libraries: try libraries)
        let scene = MakeApplication.initial(order: order)
        try await program.run { await $0.dispatch(scene) }
    }
}

extension MakeApplication: CommandedUsecase {
    static var command: any ParsableCommand.Type { NewCommand.self }
}

extension MakeApplication: ShownUsecase {
    static let exitStatuses: [ExitStatus: [Sentence]] = [
        .wrongUsage: [Sentence(en: "the folder is not empty", ja: "そのフォルダは空ではない")]
    ]

    static func show(_ scenario: Scenario<MakeApplication>) -> Screen {
        switch scenario.goal {
        case .アプリは作ったアプリケーションを表示(let made): .madeApplication(made)
        case .空いていない場合_アプリは何も書かずに置き場所を表示(let directory): .occupiedPlace(directory)
        }
    }
}

extension Screen {
    static func madeApplication(_ made: MadeApplication) -> Screen {
        Screen(
            "application",
            Sentence(
                en: "The application \(made.name) is in \(made.directory), \(made.files) files.",
                ja: "アプリケーション\(made.name)を作りました: \(made.directory)、ファイル\(made.files)個。"),
            [
                Sentence(
                    en: "  cd \(made.directory.shellPath), then git init, and make test",
                    ja: "  cd \(made.directory.shellPath) してから git init、そして make test"),
                Sentence(en: "  README.md says where to begin.", ja: "  README.mdが始め方を案内します。"),
            ])
    }

    static func occupiedPlace(_ directory: String) -> Screen {
        Screen(
            "occupied-place",
            Sentence(en: "Something already exists: \(directory)", ja: "すでに何かがあります: \(directory)"),
            [
                Sentence(
                    en: "Name a folder that does not exist or is empty; nothing was written.",
                    ja: "まだないフォルダか空のフォルダを指定してください。何も書いていません。")
            ],
            exitStatus: .wrongUsage)
    }
}
