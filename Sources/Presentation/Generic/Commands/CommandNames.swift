import ArgumentParser

/// Checks the names of commands and options that were typed: the parser takes unknown commands for something else, and tells
/// of an unknown option only if nothing else is wrong.
struct CommandNames {
    private let root: any ParsableCommand.Type

    init(_ root: any ParsableCommand.Type) {
        self.root = root
    }

    /// Throws if the arguments ask for a command, or for help on one, that does not exist.
    func check(_ arguments: [String]) throws {
        guard let first = arguments.first, !first.hasPrefix("-") else { return }
        let isHelp = first == "help"
        var command = root
        for name in isHelp ? arguments.dropFirst().prefix(while: { !$0.hasPrefix("-") }) : [first] {
            let known = command.configuration.subcommands
            guard let next = command.subcommand(named: name) else {
                throw ValidationError(
                    .noSuchCommand(name, similar: name.nearest(of: known.map { $0._commandName } + ["help"])))
            }
            command = next
        }
    }

    /// What has to be said of an option that the command does not have, or of a value that looks like one, in place of
    /// what the parser says of something else that is wrong; `nil` if there is neither.
    func refusalOfOption(in arguments: [String], otherwise message: String) -> String? {
        var commands = [root]
        var rest = arguments[...]
        while let name = rest.first, let next = commands.last?.subcommand(named: name) {
            commands.append(next)
            rest = rest.dropFirst()
        }
        // Which options an unknown command has, nobody knows.
        if commands.count == 1, let name = rest.first, !name.hasPrefix("-") { return nil }
        let command = commands.last ?? root
        let answering = commands + [command.configuration.defaultSubcommand].compactMap(\.self)
        let known = answering.flatMap { options(of: $0) }
        let usage = root.usageString(for: command)
        let given = rest.prefix { $0 != "--" }
        let typed = given.filter { $0.contains(/^-[-A-Za-z]/) }.map { String($0.prefix { $0 != "=" }) }
        let complaint: String
        if let unknown = typed.first(where: { !isKnown($0, among: known) }) {
            // One letter is like any other.
            let similar = unknown.count > 2 ? unknown.nearest(of: known) : nil
            complaint = "Unknown option '\(unknown)'" + (similar.map { ". Did you mean '\($0)'?" } ?? "")
        } else if let number = given.first(where: { $0.contains(/^-[0-9]/) }),
            message.contains("Missing expected argument") || usage.contains(/\[<(?!options>)[a-z-]+>\]/)
        {
            complaint = "'\(number)' was taken for an option. Write '-- \(number)' if it is an argument."
        } else {
            return nil
        }
        let names = commands.map { $0._commandName }.joined(separator: " ")
        return """
            Error: \(complaint)
            Usage: \(usage)
              See '\(names) --help' for more information.
            """
    }

    /// Letters can be typed together: `-yh`.
    private func isKnown(_ typed: String, among known: [String]) -> Bool {
        known.contains(typed) || !typed.hasPrefix("--") && typed.dropFirst().allSatisfy { known.contains("-\($0)") }
    }

    /// The options that its help names.
    private func options(of command: any ParsableCommand.Type) -> [String] {
        root.helpMessage(for: command, includeHidden: true, columns: HelpMessage.unlimited)
            .matches(of: /(?:^|[\s\[`|])(--[a-z][a-z-]*|-[A-Za-z]\b)/).map { String($0.1) }
    }
}

extension ParsableCommand {
    fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0._commandName == name }
    }
}

extension String {
    /// The name that was most probably meant: one with at most two letters wrong, or one that begins with this text.
    func nearest(of names: [String]) -> String? {
        guard (2...32).contains(utf8.count) else { return nil }
        let near = names.map { (name: $0, distance: distance(to: $0)) }.filter {
            $0.distance <= 2 && $0.distance < $0.name.count
        }
        return near.min { $0.distance < $1.distance }?.name ?? names.first { $0.hasPrefix(self) }
    }

    /// How many bytes have to be inserted, deleted or replaced.
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
