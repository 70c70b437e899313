public import ArgumentParser
public import Usecases

extension CommandConfiguration {
    /// In the language of messages about arguments, and therefore not to be kept: a command makes it each time.
    public init(
        commandName: String, abstract: Sentence, usage: String? = nil, discussion: Sentence? = nil,
        subcommands: [any ParsableCommand.Type] = [], groups: [CommandGroup] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil, version: String = ""
    ) {
        self.init(
            commandName: commandName, abstract: abstract.text(in: .spoken), usage: usage,
            discussion: discussion?.text(in: .spoken) ?? "", version: version, subcommands: subcommands,
            groupedSubcommands: groups, defaultSubcommand: defaultSubcommand)
    }
}

extension ArgumentHelp {
    /// In the language of messages about arguments.
    public init(_ abstract: Sentence, discussion: Sentence? = nil, valueName: String? = nil) {
        self.init(abstract.text(in: .spoken), discussion: discussion?.text(in: .spoken), valueName: valueName)
    }

    /// Of an option that has environment variables: the first of them that is set counts, and `otherwise` if none is.
    public init(_ abstract: Sentence, variables: String..., otherwise: Sentence? = nil, valueName: String? = nil) {
        let order = Sentence(
            en: variables.joined(separator: ", then "), ja: "環境変数は" + variables.joined(separator: "、次に"))
        let rest = otherwise.map {
            Sentence(en: "; \($0.text(in: .en)) if not given.", ja: "。省略時は\($0.text(in: .ja))。")
        }
        self.init(abstract, discussion: order.joined(with: rest ?? Sentence(en: ".", ja: "。")), valueName: valueName)
    }
}

extension Sentence {
    fileprivate func joined(with end: Sentence) -> Sentence {
        Sentence(en: text(in: .en) + end.text(in: .en), ja: text(in: .ja) + end.text(in: .ja))
    }
}
