public import ArgumentParser
import Dispatch
import Foundation
import UsecasesCBuild
public import UsecasesEngine
public import UsecasesLaboratory
import UsecasesStorage

/// An application in a terminal, with its name, its use cases, and their adapters. Its commands, their help, and the
/// laboratory are derived from them.
///
/// The conforming type is the program if it is marked with `@main`.
public protocol TerminalApplication: ExplorableApplication {
    /// The application's own options for every command that runs a use case.
    associatedtype OwnOptions: ParsableArguments = NoOptions

    /// The name and the version of the program.
    static var product: Product { get }
    /// A sentence about the application, for its help.
    static var abstract: Sentence { get }
    /// All use cases. Each listed use case has a command, an exploration and a page in the specification, and the
    /// checks include it.
    static var usecases: [any Usecase.Type] { get }
    /// The invariants of the application. The command `worlds` searches for a world with a violation.
    static var invariants: [any Invariant.Type] { get }
    /// The keys of all values that the application stores on a device.
    static var keys: [any DeclaredKey] { get }
    /// What the servers of the application do by themselves in worlds, such as the turn of a worker that plays durable runs.
    static var turns: [PlannedRun] { get }
    /// The additional commands that do not run a use case. The configuration of each has a `commandName`.
    static var commands: [any ParsableCommand.Type] { get }
    /// Examples of command lines, without the name of the program, such as `greet --formal`. The help of a command has
    /// its first three. A command without arguments needs none.
    static var examples: [String] { get }
    /// The groups of commands in the help. Commands without a group come first.
    static var helpGroups: [HelpGroup] { get }
    /// The ports that an option is for, such as `["--timeout": ["Backend"]]`. The help of a command shows such an option
    /// only if the command's use cases call one of these ports. All other options are shown always.
    static var optionPorts: [String: Set<String>] { get }
    /// Returns an adapter for each port. It must read and write nothing. Throws a usage error for a setting that no
    /// adapter supports.
    static func dependencies(for settings: Settings, _ options: OwnOptions) throws -> Dependencies
    /// Returns adapters for one world. They keep their invariants, and exist only in memory.
    static func surroundings(devices: Int) -> Surroundings
    /// Returns the adapters of a program installed in the folder, for the command `leftovers`.
    static func installation(
        in directory: String, randomSource: any RandomSource, seenBy tap: LeftoverTap
    ) -> Dependencies
}

/// A group of commands in the help.
public struct HelpGroup: Sendable {
    let name: Sentence
    /// The names of the commands.
    let commands: [String]

    /// Creates a group with its name in both languages, and the names of its commands.
    public init(en: String, ja: String, _ commands: String...) {
        name = Sentence(en: en, ja: ja)
        self.commands = commands
    }

    static let laboratory = HelpGroup(
        en: "laboratory", ja: "実験室", "usecases", "replay", "worlds", "audit", "leftovers")
}

/// The options of an application without its own options.
public struct NoOptions: ParsableArguments {
    /// Creates empty options.
    public init() {}
}

extension TerminalApplication {
    /// Empty by default.
    public static var invariants: [any Invariant.Type] { [] }
    /// Empty by default.
    public static var keys: [any DeclaredKey] { [] }
    /// Empty by default.
    public static var turns: [PlannedRun] { [] }
    /// Empty by default.
    public static var commands: [any ParsableCommand.Type] { [] }
    /// Empty by default.
    public static var examples: [String] { [] }
    /// Empty by default.
    public static var helpGroups: [HelpGroup] { [] }
    /// Empty by default.
    public static var optionPorts: [String: Set<String>] { [:] }

    /// An example of a changed outcome, for `replay`.
    static var changeExample: String { "DataStore.get\(keys.first.map { "(\($0.name))" } ?? "")=absent" }

    /// Returns the options that have no effect on the command. It explores the use cases of the command to find their
    /// ports. Empty for a command without a use case.
    static func unusedOptions(of path: CommandPath) async -> Set<String> {
        guard let name = path.names.dropFirst().first else { return [] }
        let usecases = usecases.filter { $0.invocation.command == name }
        guard !usecases.isEmpty else { return [] }
        var limits = Explorer.Limits()
        limits.plays = 0
        let explorer = Explorer(limits: limits) { .laboratory }
        var called: Set<String> = []
        for usecase in usecases { called.formUnion(await explorer.explore(usecase).ways.flatMap(\.ports)) }
        let store = Port<any DataStore>.name
        let options = optionPorts.merging(["--store": [store], "--state-dir": [store, Port<any Journal>.name]]) {
            $0.union($1)
        }
        let isWaiting = usecases.contains { ($0 as? any ShownUsecase.Type)?.waiting != nil }
        return Set(options.filter { called.isDisjoint(with: $0.value) }.keys).union(isWaiting ? [] : ["--splash"])
    }

    /// Runs the command that the process arguments name, and ends the process.
    public static func main() {
        StandardStream.reserve()
        // A mask that takes rights from the owner would make files that the program itself cannot use later.
        umask(umask(0o077) & 0o077)
        // This precedes the first thread. Without /proc, Dispatch ends the process when it counts its threads.
        guard !Environment.lacksProc else {
            let language = Environment.process.localeLanguage
            Console.complain(Sentence.noProc.text(in: language))
            exit(ExitStatus.systemError.rawValue)
        }
        Signals.prepare()
        let arguments = Array(CommandLine.arguments.dropFirst())
        let language = Language.spoken(with: arguments, in: .process, by: product)
        Task { @MainActor in
            exit(await Language.$spoken.withValue(language) { await RootCommand<Self>.status(of: arguments) })
        }
        dispatchMain()
    }
}

/// The text of `--version`.
package enum ProgramVersion {
    static func text(of product: Product) -> String {
        """
        \(product.name) \(product.version)
        commit: \(commit.isEmpty ? unknownCommit.text(in: .spoken) : commit)
        traits: \(traits)
        """
    }

    private static let unknownCommit = Sentence(en: "unknown (not a release)", ja: "不明(リリースではない)")

    /// The commit that the program was built from, or an empty text if it is unknown.
    package static let commit = String(cString: build_commit)
}

#if Server
extension ProgramVersion { private static let traits = "Server" }
#else
extension ProgramVersion { private static let traits = "none" }
#endif
