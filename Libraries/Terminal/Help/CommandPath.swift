import ArgumentParser
import Foundation
import UsecasesEngine

/// The commands that the arguments name, starting with the program, and the arguments after these names.
struct CommandPath {
    private(set) var commands: [any ParsableCommand.Type]
    private var rest: ArraySlice<String>
    /// Whether the first argument is the parser's help command.
    let asksForHelp: Bool

    init(from program: any ParsableCommand.Type, in arguments: [String] = []) {
        commands = [program]
        rest = arguments.drop { $0 == "help" }
        asksForHelp = rest.count < arguments.count
        while let name = rest.first,
            let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == name })
        {
            commands.append(next)
            rest.removeFirst()
        }
    }

    var command: any ParsableCommand.Type { commands[commands.count - 1] }

    /// The path with the default subcommand if no subcommand is named.
    var running: CommandPath {
        var path = self
        path.commands += [command.configuration.defaultSubcommand].compactMap(\.self)
        return path
    }

    var names: [String] { commands.map { $0.configuration.commandName ?? "" } }

    func usage(behind heading: Sentence) -> String {
        let heading = heading.text(in: .spoken)
        return heading
            + commands[0].usageString(for: command)
            .replacing("\n", with: "\n" + String(repeating: " ", count: heading.columns))
    }
}

/// Checks for errors that the parser does not report. It mistakes the name of an unknown command for an argument. It
/// reports an unknown option only if the arguments have no other error.
extension CommandPath {
    /// The error in the first argument after the names, if only the name of a command is valid there.
    var unknownCommand: UsageError? {
        let configuration = command.configuration
        let known = configuration.subcommands.compactMap { $0.configuration.commandName }
        // The parser derives the names of other commands from their types.
        guard known.count == configuration.subcommands.count, let name = rest.first, !name.hasPrefix("-"),
            asksForHelp || !known.isEmpty && configuration.defaultSubcommand == nil
        else { return nil }
        let others = commands.count == 1 && !asksForHelp ? ["help", "--version"] : []
        return .noSuchCommand(name, similar: name == "version" ? others.last : name.nearest(of: known + others))
    }

    /// The error for the first argument that looks like an option but is unknown to the command.
    var unknownOption: UsageError? {
        get throws { unknownOption(among: try info.arguments ?? []) }
    }

    private func unknownOption(among arguments: [CommandInfo.Argument]) -> UsageError? {
        let known = arguments.flatMap(\.texts) + ["--generate-completion-script"]
        let takers = arguments.filter { $0.kind == .option }.flatMap(\.texts)
        let given = rest.prefix { $0 != "--" }
        let positionals = arguments.count { $0.kind == .positional }
        let words = zip(given, [""] + given).count { !$0.hasPrefix("-") && !takers.contains($1) }
        for (word, before) in zip(given, [""] + given) where word.hasPrefix("-") && word != "-" {
            let name = String(word.prefix { $0 != "=" })
            // Letters can be combined, as in `-yh`.
            let letters = name.dropFirst().map { "-\($0)" }
            if known.contains(name) || !name.hasPrefix("--") && letters.allSatisfy(known.contains) { continue }
            let isNumber = word.contains(/^-[0-9]/)
            if takers.contains(before) {
                // The parser takes only a negative number as a value.
                if isNumber { continue }
                return .wordAsOption(word, instead: "\(before)=\(word)")
            }
            // For a single letter, every other letter would be similar.
            let similar = name.count > 2 ? name.nearest(of: known) : known.first { $0 == Self.longNames[name] }
            guard positionals > 0 && isNumber || words < positionals && similar == nil else {
                return .unknownOption(name, similar: similar)
            }
            return .wordAsOption(word, instead: "-- \(word)")
        }
        return nil
    }

    /// The long names of letters that other programs have.
    private static let longNames = ["-v": "--version", "-V": "--version"]
}

extension String {
    /// Returns the most similar name. It differs by at most two letters, or begins with this text.
    package func nearest(of names: [String]) -> String? {
        guard (2...32).contains(utf8.count) else { return nil }
        let near = names.map { (name: $0, distance: distance(to: $0)) }.filter {
            $0.distance <= 2 && $0.distance < $0.name.count
        }
        return near.min { $0.distance < $1.distance }?.name ?? names.first { $0.hasPrefix(self) }
    }

    /// Returns the most similar name, where capitals and small letters are equal.
    func nearest(ofAnyCase names: [String]) -> String? {
        let near = lowercased().nearest(of: names.map { $0.lowercased() })
        return names.first { $0.lowercased() == near }
    }

    /// Returns the number of inserted, deleted or replaced bytes between the texts.
    private func distance(to other: String) -> Int {
        let other = Array(other.utf8)
        var row = Array(0...other.count)
        for (index, byte) in utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in other.indices {
                let change = diagonal + (other[column] == byte ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}

/// The parser's information about a command, as the program prints it for other tools. Empty lists are missing there.
struct CommandInfo: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let defaultSubcommand: String?
    let subcommands: [CommandInfo]?
    let arguments: [Argument]?

    struct Argument: Decodable {
        /// A positional argument, an option with a value, or an option without one.
        enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let shouldDisplay: Bool
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        /// The names with their dashes.
        var texts: [String] { names?.map(\.text) ?? [] }

        /// The label, for example `-h, --help`, `--store <store>`, `<login>`.
        var label: String {
            let names = names ?? []
            let texts = (names.filter { $0.kind == .short } + names.filter { $0.kind != .short }).map(\.text)
            let value = kind == .flag ? [] : ["<\(valueName ?? "")>"]
            return ([texts.joined(separator: ", ")].filter { !$0.isEmpty } + value).joined(separator: " ")
        }
    }

    /// A name of an option, without its dashes.
    struct Name: Decodable {
        /// `--name`, `-n` or `-name`.
        enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String

        var text: String { (kind == .long ? "--" : "-") + name }
    }

    var shownArguments: [Argument] { arguments?.filter(\.shouldDisplay) ?? [] }

    /// The names of the options that the help shows, such as `--store`.
    var optionNames: Set<String> { Set(shownArguments.compactMap { $0.preferredName?.text }) }
}

extension CommandPath {
    /// The information about the command. Its texts are in the language of messages about arguments.
    var info: CommandInfo { get throws { try CommandInfo(of: command) } }
}

extension CommandInfo {
    /// A command that can be asked about its subcommand, even if the subcommand takes each argument for a value.
    private struct Parent<Command: ParsableCommand>: ParsableCommand {
        static var configuration: CommandConfiguration { CommandConfiguration(subcommands: [Command.self]) }
    }

    private struct Dump: Decodable {
        struct Parent: Decodable { let subcommands: [CommandInfo] }

        let command: Parent
    }

    /// Creates the information about a command and its subcommands.
    init<Command: ParsableCommand>(of command: Command.Type) throws {
        var json = ""
        // The parser answers the request with an error.
        do { _ = try Parent<Command>.parseAsRoot(["--experimental-dump-help"]) } catch {
            json = Parent<Command>.message(for: error)
        }
        self = try JSONDecoder().decode(Dump.self, from: Data(json.utf8)).command.subcommands[0]
    }
}
