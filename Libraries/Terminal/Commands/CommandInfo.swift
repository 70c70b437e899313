import ArgumentParser
import Foundation

/// What the parser of arguments knows of a command, from the JSON that it writes for other tools: its own type for that,
/// `ToolInfoV0`, is in no product of the package.
struct CommandInfo: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let defaultSubcommand: String?
    let subcommands: [CommandInfo]?
    let arguments: [Argument]?

    /// An argument, an option or a flag of the command.
    public struct Argument: Decodable {
        /// An argument by its position, an option with a value, or an option without one.
        public enum Kind: String, Decodable { case positional, option, flag }

        let kind: Kind
        let shouldDisplay: Bool
        let names: [Name]?
        let preferredName: Name?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        /// For example `-h, --help`, `--store <store>`, `<login>`.
        var label: String { synopsis((names ?? []).filter(\.isShort) + (names ?? []).filter { !$0.isShort }) }

        /// As messages of the parser name it.
        var synopsis: String { synopsis([preferredName].compactMap(\.self)) }

        private func synopsis(_ names: [Name]) -> String {
            let names = names.map(\.text).joined(separator: ", ")
            let value = kind == .flag ? "" : "<\(valueName ?? "")>"
            return names.isEmpty || value.isEmpty ? names + value : "\(names) \(value)"
        }
    }

    /// A name of an option, without its dashes.
    public struct Name: Decodable {
        /// `--name`, `-n` or `-name`.
        public enum Kind: String, Decodable { case long, short, longWithSingleDash }

        let kind: Kind
        let name: String

        var isShort: Bool { kind == .short }
        /// As it is typed.
        var text: String { (kind == .long ? "--" : "-") + name }
    }
}

extension CommandInfo {
    /// Its texts are in the language of messages about arguments.
    package init(of command: any ParsableCommand.Type) throws {
        struct Dump: Decodable { let command: CommandInfo }
        self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
    }
}
