#if Server
import Domain
import ArgumentParser
import Foundation

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service that issues UDIDs.",
        usage: "\(Product.name) serve [--check] [<options>]",
        discussion: """
            Each option has an environment variable, \(Product.variablePrefix) and its name in capitals, and a member of the \
            configuration file by its name; the option wins over the variable, and the variable over the file. \
            SIGTERM, SIGINT and SIGHUP finish what was accepted; SIGTERM or SIGINT once more ends it at once.
            """)

    @OptionGroup var options: ServerOptions

    @Flag(help: "Check the configuration, write what it comes to, and end.")
    var check = false

    func run() async throws {
        let configuration = options.configuration(in: ProcessInfo.processInfo.environment)
        let preparation = CompositionRoot.prepare(configuration)
        let problems = configuration.problems + preparation.problems
        guard problems.isEmpty else {
            throw ValidationError(problems.map { $0.text(in: .spoken) }.joined(separator: "\n"))
        }
        guard check else { return try await CompositionRoot.serve(configuration.settings, preparation) }
        for remark in CompositionRoot.remarks(on: preparation) {
            Console.note("\(Product.name): \(remark.text(in: .spoken))")
        }
        try Console.write(configuration.settings.summary)
    }
}
#endif
