import ArgumentParser
import Domain

/// The options of every command that runs a use case. Each has an environment variable; the option wins.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Who issues the UDID: this program itself, or a service.",
            discussion: "\(Product.variablePrefix)BACKEND; embedded if not given.",
            valueName: "embedded|http(s)://host:port"))
    var backend: Settings.Backend?

    @Option(
        help: ArgumentHelp("Where values are kept.", discussion: "\(Product.variablePrefix)STORE; file if not given."))
    var store: Settings.Store?

    @Option(
        help: ArgumentHelp(
            "The directory of everything that is kept in files.",
            discussion:
                "\(Product.variablePrefix)STATE_DIR; \(Product.name) in $XDG_STATE_HOME or ~/.local/state if not given.",
            valueName: "dir"),
        completion: .directory)
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "What standard output is for.", discussion: "\(Product.variablePrefix)FORMAT; text if not given."))
    var format: Settings.Format?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long one exchange with its retries may take, more than 0.",
            discussion: "\(Product.variablePrefix)TIMEOUT; 8 if not given.",
            valueName: "seconds"))
    var timeout: Seconds?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the splash is shown at least.",
            discussion: "\(Product.variablePrefix)SPLASH; 2 on a terminal and 0 elsewhere if not given.",
            valueName: "seconds"))
    var splash: Seconds?

    @Flag(
        help: ArgumentHelp(
            "Write a line on standard error for each scene, as it happens.",
            discussion: "\(Product.variablePrefix)TRACE=1."))
    var trace = false

    @Option(
        help: ArgumentHelp(
            "Record the run in a new file, without secrets, for `\(Product.name) replay`.",
            discussion: "\(Product.variablePrefix)RECORD.",
            valueName: "file"),
        completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp(
            "The language of sentences.",
            discussion: "\(Product.variablePrefix)LANGUAGE, then LC_ALL, LC_MESSAGES and LANG; en if none says."))
    var language: Language?

    @Option(
        help: ArgumentHelp(
            "The certificate authorities to trust in place of the system's, a file in PEM.",
            discussion: "\(Product.variablePrefix)CA_FILE, then SSL_CERT_FILE.",
            valueName: "file"),
        completion: .file())
    var caFile: String?

    /// Checks the settings before anything runs, so that the usage that is shown is that of the command.
    func validate() throws {
        try CompositionRoot.check(settings())
    }
}

extension Settings.Backend: ExpressibleByArgument {
    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "embedded" ? .embedded : .http(argument)
    }
}

extension Settings.Store: ExpressibleByArgument {}
extension Settings.Format: ExpressibleByArgument {}
extension Language: ExpressibleByArgument {}
