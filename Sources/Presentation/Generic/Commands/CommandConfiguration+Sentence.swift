import ArgumentParser
import Domain

extension CommandConfiguration {
    /// In the language of messages about arguments, and therefore not to be kept: a command makes it each time.
    init(
        commandName: String, abstract: Sentence, usage: String? = nil, discussion: Sentence? = nil,
        version: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        self.init(
            commandName: commandName, abstract: abstract.text(in: .spoken), usage: usage,
            discussion: discussion?.text(in: .spoken) ?? "", version: version, subcommands: subcommands,
            defaultSubcommand: defaultSubcommand)
    }
}
