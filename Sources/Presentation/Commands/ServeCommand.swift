#if Server
import ArgumentParser
import Domain
import Foundation

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service that issues UDIDs.",
        discussion: """
            Each option has an environment variable, CALEARNING_ and its name in capitals, and a member of the \
            configuration file by its name; the option wins over the variable, and the variable over the file. \
            SIGTERM and SIGINT finish what was accepted.
            """)

    @OptionGroup var options: ServerOptions

    @Flag(help: "Check the configuration, write what it comes to, and end.")
    var check = false

    func run() async throws {
        let settings = try await options.settings(in: ProcessInfo.processInfo.environment)
        guard !check else { return try Console.write(settings.summary) }
        do {
            try await CompositionRoot.serve(settings)
        } catch let error as ErrorWrapper {
            let report = ErrorReport(error)
            try Console.note("calearning: " + report.message.text(in: .en))
            try Console.note("  " + report.advice.text(in: .en))
            for cause in report.causedBy { try Console.note("  \(cause)") }
            throw ExitCode(report.exitStatus.rawValue)
        } catch let error as CannotListen {
            try Console.note("calearning: \(error)")
            try Console.note("  Is another program listening there? Choose another address with --host and --port.")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
#endif
