public import ArgumentParser
import Foundation
public import Usecases
import UsecasesCBuild
public import UsecasesLaboratory

/// An application in a terminal: its name, its use cases, and the adapters that they run with. Its commands, their help, and
/// the laboratory follow from that.
///
/// The type that conforms is the program if it is marked with `@main`.
public protocol TerminalApplication: SendableMetatype {
    /// Options of its own for every command that runs a use case.
    associatedtype OwnOptions: ParsableArguments = NoOptions

    static var product: Product { get }
    /// A sentence about the application, for its help.
    static var abstract: Sentence { get }
    /// All use cases. One that is listed has its command, its exploration, its page in the specification and its place in the
    /// checks.
    static var usecases: [any Usecase.Type] { get }
    /// What holds whatever happens to whom; `worlds` looks for a world in which it does not.
    static var invariants: [any Invariant.Type] { get }
    /// Everything that it remembers on a device.
    static var keys: [any DeclaredKey] { get }
    /// The commands that stand for no use case, besides those that any application has.
    static var commands: [any ParsableCommand.Type] { get }
    /// In which groups the help lists the commands. Those in none come first.
    static var helpGroups: [HelpGroup] { get }
    /// An example of each usage error of its options and of those commands, for the page of all errors.
    static var usageErrors: [UsageError] { get }
    /// An adapter for each port. Touches nothing. Throws a usage error for a setting that no adapter can work with.
    static func dependencies(for settings: Settings, _ options: OwnOptions) throws -> Dependencies
    /// Adapters that keep their invariants and exist only in memory, for one world.
    static func surroundings(devices: Int) -> Surroundings
    /// What an installed program keeps in the folder, for `leftovers`.
    static func installation(
        in directory: String, randomSource: any RandomSource, seenBy tap: LeftoverTap
    ) -> Dependencies
}

/// Commands that the help lists together.
public struct HelpGroup: Sendable {
    let name: Sentence
    /// Their names.
    let commands: [String]

    /// A group with its name in both languages, and the names of its commands.
    public init(en: String, ja: String, _ commands: String...) {
        name = Sentence(en: en, ja: ja)
        self.commands = commands
    }

    static let laboratory = HelpGroup(
        en: "laboratory", ja: "実験室", "usecases", "replay", "worlds", "audit", "leftovers", "errors")
}

/// For an application without options of its own.
public struct NoOptions: ParsableArguments {
    /// No options.
    public init() {}
}

extension TerminalApplication {
    /// None.
    public static var invariants: [any Invariant.Type] { [] }
    /// None.
    public static var keys: [any DeclaredKey] { [] }
    /// None.
    public static var commands: [any ParsableCommand.Type] { [] }
    /// None.
    public static var helpGroups: [HelpGroup] { [] }
    /// None.
    public static var usageErrors: [UsageError] { [] }

    /// Whether its use cases are written in English, and so have no pages in Japanese.
    package static var isInEnglish: Bool { usecases.allSatisfy { $0.english.isEmpty } }

    /// An example of each usage error.
    package static var allUsageErrors: [UsageError] {
        UsageError.examples(of: product) + usageErrors + usecases.flatMap { $0.subcommandErrors }
    }

    /// Runs the command that the arguments of the process name, and ends the process.
    @MainActor public static func main() async {
        StandardStream.reserve()
        Signals.prepare()
        let arguments = Array(Environment.arguments.dropFirst())
        let status = await Language.$spoken.withValue(.spoken(with: arguments, in: .process, by: product)) {
            await RootCommand<Self>.status(of: arguments)
        }
        exit(status)
    }
}

/// What `--version` tells.
enum ProgramVersion {
    static func text(of product: Product) -> String {
        """
        \(product.name) \(product.version)
        commit: \(commit.isEmpty ? "unknown, as this is no release" : commit)
        traits: \(traits.isEmpty ? "none" : traits.joined(separator: ", "))
        """
    }

    private static let commit = String(cString: build_commit)
}

extension ProgramVersion {
    /// What is built in beyond the default.
    private static let traits = asyncHTTPClient + openCombine + server + postgreSQL
}

#if AsyncHTTPClient
extension ProgramVersion { private static let asyncHTTPClient = ["AsyncHTTPClient"] }
#else
extension ProgramVersion { private static let asyncHTTPClient: [String] = [] }
#endif

#if OpenCombine
extension ProgramVersion { private static let openCombine = ["OpenCombine"] }
#else
extension ProgramVersion { private static let openCombine: [String] = [] }
#endif

#if Server
extension ProgramVersion { private static let server = ["Server"] }
#else
extension ProgramVersion { private static let server: [String] = [] }
#endif

#if PostgreSQL
extension ProgramVersion { private static let postgreSQL = ["PostgreSQL"] }
#else
extension ProgramVersion { private static let postgreSQL: [String] = [] }
#endif
