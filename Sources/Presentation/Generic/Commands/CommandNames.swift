import ArgumentParser

/// Checks the names of commands that were typed: the parser takes unknown ones for something else.
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
            guard let next = known.first(where: { $0._commandName == name }) else {
                // Options after `help` are left to the parser.
                throw ValidationError(
                    .noSuchCommand(name, similar: name.nearest(of: known.map { $0._commandName } + ["help"])))
            }
            command = next
        }
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
