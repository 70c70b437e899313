import ArgumentParser
import UsecasesEngine
import UsecasesTerminal

/// The option of all commands of the course.
struct CourseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            Sentence(en: "The folder of the course.", ja: "講座のフォルダ。"),
            discussion: Sentence(
                en: "\(Product.own.name)-course if not given, or this folder if it is one of the course.",
                ja: "省略時は\(Product.own.name)-course。今いるのが講座のフォルダなら、そのフォルダ。"),
            valueName: "dir"), completion: .directory)
    var directory: String?

    func validate() throws {
        try directory?.checkName(of: "--directory")
    }
}

/// The command for the course. Without a subcommand, it starts the course.
struct LearnCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "learn",
            abstract: Sentence(
                en: "Do the course: exercises in an application of your own.", ja: "講座を受ける。自分のアプリケーションの中で練習問題を解く。"),
            usage: """
                \(Product.own.name) learn [--directory <dir>] [<options>]
                \(Product.own.name) learn list|check|hint|reset|solution [<options>]
                """,
            subcommands: [Start.self, List.self, Check.self, Hint.self, Reset.self, Solution.self],
            defaultSubcommand: Start.self)
    }

    struct Start: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "start",
                abstract: Sentence(en: "Make the folder of the course.", ja: "講座のフォルダを作る。"),
                usage: "\(Product.own.name) learn [--directory <dir>] [<options>]")
        }

        @OptionGroup var options: CommonOptions<UsecaseTool>

        @MainActor func run() async throws {
            try await options.program().run { await $0.dispatch(StartCourse.initial) }
        }
    }

    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "list",
                abstract: Sentence(en: "List the exercises, and which are passed.", ja: "練習問題の一覧を、進み具合とともに表示する。"),
                usage: "\(Product.own.name) learn list [<options>]")
        }

        @OptionGroup var options: CommonOptions<UsecaseTool>

        @MainActor func run() async throws {
            try await options.program().run { await $0.dispatch(ListExercises.initial) }
        }
    }

    struct Check: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "check",
                abstract: Sentence(en: "Build and judge an exercise.", ja: "練習問題をビルドして、解けたかどうかを確かめる。"),
                usage: "\(Product.own.name) learn check [<number>] [--watch] [<options>]",
                discussion: Sentence(
                    en: "The first build takes a minute or two, every further one a few seconds.",
                    ja: "最初のビルドには1、2分、その後は毎回数秒かかる。"))
        }

        @Argument(help: .exercise)
        var number: Int?

        @Flag(
            help: ArgumentHelp(
                Sentence(en: "Check again whenever a file is saved, until Ctrl-C.", ja: "Ctrl-Cまで、ファイルが保存されるたびに確かめる。")))
        var watch = false

        @OptionGroup var options: CommonOptions<UsecaseTool>

        @MainActor func run() async throws {
            let program = try options.program()
            let language = program.settings.language
            if Console.isErrorTerminal { Console.note(Self.building.text(in: language)) }
            let scene = CheckExercise.initial(number: number)
            if watch {
                try await program.run {
                    await $0.dispatch(scene)
                } after: {
                    if Console.isErrorTerminal { Console.note(Self.waiting.text(in: language)) }
                    return await $0.dispatch(AwaitChange.initial)
                }
            } else {
                try await program.run { await $0.dispatch(scene) }
            }
        }

        /// The message during the first build.
        private static let building = Sentence(
            en: "Building… The first time takes a minute or two.", ja: "ビルドしています。初回は1、2分かかります。")
        private static let waiting = Sentence(
            en: "Waiting until a file is saved; Ctrl-C ends this.", ja: "ファイルが保存されるのを待っています。終わるにはCtrl-Cを押してください。")
    }

    struct Hint: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "hint",
                abstract: Sentence(
                    en: "Show a hint, and the second one when asked again.", ja: "ヒントを表示する。もう一度呼ぶと、二つ目を表示する。"),
                usage: "\(Product.own.name) learn hint [<number>] [<options>]")
        }

        @Argument(help: .exercise)
        var number: Int?

        @OptionGroup var options: CommonOptions<UsecaseTool>

        @MainActor func run() async throws {
            let scene = ShowHint.initial(number: number)
            try await options.program().run { await $0.dispatch(scene) }
        }
    }

    struct Reset: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "reset",
                abstract: Sentence(
                    en: "Make an exercise what it was at first, keeping copies of what you changed.",
                    ja: "練習問題を元に戻す。書き換えたファイルの写しは残る。"),
                usage: "\(Product.own.name) learn reset <number> [--yes] [<options>]")
        }

        @Argument(help: ArgumentHelp(Sentence(en: "The number of the exercise.", ja: "練習問題の番号。")))
        var number: Int

        @Flag(name: .shortAndLong, help: ArgumentHelp(Sentence(en: "Do not ask.", ja: "確認を求めない。")))
        var yes = false

        @OptionGroup var options: CommonOptions<UsecaseTool>

        func validate() throws {
            guard yes || Console.isInputTerminal else { throw ValidationError(.noTerminalToConfirm) }
        }

        @MainActor func run() async throws {
            let program = try options.program()
            let question = Sentence(
                en: "Make the files of exercise \(number) what they were at first? [y/N] ",
                ja: "練習問題\(number)のファイルを元に戻しますか? [y/N] ")
            if !yes { try program.confirm(question) }
            let scene = ResetExercise.initial(number: number)
            try await program.run { await $0.dispatch(scene) }
        }
    }

    struct Solution: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "solution",
                abstract: Sentence(en: "Show how we solved an exercise that you passed.", ja: "解けた練習問題の解答例を表示する。"),
                usage: "\(Product.own.name) learn solution <number> [<options>]")
        }

        @Argument(help: ArgumentHelp(Sentence(en: "The number of the exercise.", ja: "練習問題の番号。")))
        var number: Int

        @OptionGroup var options: CommonOptions<UsecaseTool>

        @MainActor func run() async throws {
            let scene = ShowSolution.initial(number: number)
            try await options.program().run { await $0.dispatch(scene) }
        }
    }
}

extension ArgumentHelp {
    fileprivate static var exercise: ArgumentHelp {
        ArgumentHelp(
            Sentence(
                en: "The number of the exercise; the first that is not passed if not given.",
                ja: "練習問題の番号。省略時は、まだ解けていない最初のもの。"))
    }
}

extension StartCourse: CommandedUsecase {
    static var command: any ParsableCommand.Type { LearnCommand.self }
}
