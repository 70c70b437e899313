#if Server
public import ArgumentParser
import UsecasesEngine
import UsecasesSystem
import UsecasesTerminal

/// The command `serve`. It runs the service of the application until a signal stops it.
public struct ServeCommand<App: ServiceApplication>: AsyncParsableCommand {
    /// The name, the abstract, the usage and the discussion of the command, in both languages.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve",
            abstract: Sentence(
                en: "Run \(App.service.purpose.text(in: .en)).", ja: "\(App.service.purpose.text(in: .ja))を動かす。"),
            usage: "\(App.product.name) serve [--check] [<options>]",
            discussion: Sentence(
                en: """
                    Each option has an environment variable, which is named below it, and a member of the configuration \
                    file by its name; the option wins over the variable, and the variable over the file. \
                    SIGTERM and SIGINT finish what was accepted; a second one ends it immediately. Unless the service \
                    runs on a terminal, SIGHUP reads the certificate and the configuration file again, for the log level \
                    and the rate limits.
                    """,
                ja: """
                    どのオプションも、その下に示す環境変数か、設定ファイルの同じ名前のメンバでも指定できる。\
                    オプションは環境変数に、環境変数は設定ファイルに優先する。SIGTERMかSIGINTを受けると、\
                    受け付けたリクエストを済ませてから終わる。もう一度受けると、ただちに終わる。SIGHUPを受けると、\
                    ターミナルで動いている場合を除き、証明書と、設定ファイルのログの重要度と頻度の上限を読み直す。
                    """))
    }

    @OptionGroup var options: ServerOptions<App>

    @Flag(
        help: ArgumentHelp(
            Sentence(
                en: "Check the configuration, print the resulting settings, and end.", ja: "設定を確かめ、有効になる値を書き出して終わる。")))
    var check = false

    /// Creates the command for the parser.
    public init() {}

    /// Runs the service, or only checks the configuration with `--check`. Throws if the settings have a problem.
    public func run() async throws {
        let configuration = await options.configuration(in: Environment.process.variables)
        let preparation = App.prepare(configuration)
        let problems = configuration.problems + preparation.problems
        // A provider may be available again later, so its failure is not a wrong usage.
        guard problems.isEmpty || configuration.failure != nil else {
            throw ValidationError(problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
        }
        guard check else {
            return try await App.serve(configuration.settings, preparation) { [options] in
                let configuration = await options.configuration(in: Environment.process.variables)
                return (configuration, App.prepare(configuration, isRunning: true))
            }
        }
        for remark in preparation.remarks(at: SystemClock().now) {
            Console.complain(remark.text(in: .spoken))
        }
        if let failure = preparation.failure {
            Console.complain(failure.text)
            throw ExitCode(failure.exitStatus.rawValue)
        }
        try Console.write(configuration.settings.summary(for: App.self, secrets: configuration.secrets))
    }
}
#endif
