import ArgumentParser
import CalearningApplication
import CalearningDomain
import UsecasesEngine
import UsecasesTerminal

/// The command for the second factor. Only its subcommands declare options.
struct SecondFactorCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "second-factor",
            abstract: Sentence(
                en: "Set up a second factor in addition to the password, or turn it off.",
                ja: "パスワードに加える二つ目の要素を設定するか、使うのをやめる。"),
            usage: """
                \(Product.own.name) second-factor set-up [--password-stdin] [<options>]
                \(Product.own.name) second-factor confirm [--code-stdin] [<options>]
                \(Product.own.name) second-factor off|backup-codes [--password-stdin] [--with-code] [<options>]
                """,
            subcommands: [SetUp.self, Confirm.self, TurnOff.self, BackupCodes.self])
    }

    struct SetUp: SecondFactorWork {
        static let wish = SecondFactorWish.setUp
        static let abstract = Sentence(
            en: "Show a new key for an authenticator application.", ja: "認証アプリに渡す新しい鍵を表示する。")
        static let discussion = Sentence(
            en: """
                On a terminal, the key is also a QR code, and the form for the first code follows. Elsewhere, \
                `\(Product.own.name) second-factor confirm` takes the code. The password is needed.
                """,
            ja: """
                ターミナルでは、鍵をQRコードでも示し、続けて最初のコードを尋ねる。ほかでは`\(Product.own.name) second-factor confirm`で\
                コードを渡す。パスワードが必要。
                """)

        @OptionGroup var input: PasswordInput
        @OptionGroup var code: WithCode
        @OptionGroup var options: CommonOptions<CompositionRoot>
    }

    struct Confirm: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "confirm",
                abstract: Sentence(
                    en: "Turn the second factor on, with the first code under the new key.",
                    ja: "新しい鍵による最初のコードで、二つ目の要素を使いはじめる。"),
                usage: "\(Product.own.name) second-factor confirm [--code-stdin] [<options>]",
                discussion: Sentence(
                    en: "The command prints the backup codes, which are never shown again.",
                    ja: "バックアップコードを表示する。もう一度表示することはない。"))
        }

        @OptionGroup var input: CodeInput
        @OptionGroup var options: CommonOptions<CompositionRoot>

        @MainActor func run() async throws {
            let program = try await input.program(with: options)
            let scene = TurnOnSecondFactor.initial(code: try await input.code(in: program.settings.language))
            try await program.run { await $0.dispatch(scene) }
        }
    }

    struct TurnOff: SecondFactorWork {
        static let wish = SecondFactorWish.off
        static let abstract = Sentence(en: "Turn the second factor off.", ja: "二つ目の要素を使うのをやめる。")

        @OptionGroup var input: PasswordInput
        @OptionGroup var code: WithCode
        @OptionGroup var options: CommonOptions<CompositionRoot>
    }

    struct BackupCodes: SecondFactorWork {
        static let wish = SecondFactorWish.backupCodes
        static let abstract = Sentence(
            en: "Replace the backup codes, and print the new ones.", ja: "バックアップコードを新しいものに替えて表示する。")

        @OptionGroup var input: PasswordInput
        @OptionGroup var code: WithCode
        @OptionGroup var options: CommonOptions<CompositionRoot>
    }
}

/// A subcommand that changes the second factor with the password.
protocol SecondFactorWork: AsyncParsableCommand {
    static var wish: SecondFactorWish { get }
    static var abstract: Sentence { get }
    static var discussion: Sentence { get }
    var input: PasswordInput { get }
    var code: WithCode { get }
    var options: CommonOptions<CompositionRoot> { get }
}

extension SecondFactorWork {
    static var discussion: Sentence {
        Sentence(en: "The password and a code are needed.", ja: "パスワードとコードが必要。")
    }

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: wish.rawValue, abstract: abstract,
            usage: "\(Product.own.name) second-factor \(wish.rawValue) [--password-stdin] [--with-code] [<options>]",
            discussion: discussion)
    }

    @MainActor func run() async throws {
        let program = try await input.program(with: options)
        let proof = try await input.proof(code, in: program.settings.language)
        let scene = UpdateSecondFactor.initial(wish: Self.wish, proof: proof)
        // A terminal shows the key as a picture, with the form for the first code.
        if Self.wish == .setUp {
            try await program.present { await $0.dispatch(scene) }
        } else {
            try await program.run { await $0.dispatch(scene) }
        }
    }
}
