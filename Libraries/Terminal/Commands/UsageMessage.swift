import ArgumentParser
public import Usecases

/// Why a call is refused, and how the command is called, in the language of messages about arguments.
struct UsageMessage: Error {
    let text: String

    /// With the help on the argument that it is about.
    init(_ reason: Sentence, about argument: CommandInfo.Argument? = nil, of path: CommandPath) {
        let help = argument.map { "\(Sentence.help.text(in: .spoken))\($0.synopsis)  \($0.abstract ?? "")" }
        let more = path.names.joined(separator: " ") + " --help"
        text = [
            Sentence.error.text(in: .spoken) + reason.text(in: .spoken), help, path.usage(behind: .usage),
            Sentence(en: "  See '\(more)' for more information.", ja: "  詳しくは: \(more)").text(in: .spoken),
        ].compactMap(\.self).joined(separator: "\n")
    }

    /// When the parser refuses the arguments with this message.
    init(refusalOfParser message: String, of path: CommandPath) throws {
        let command = try CommandInfo(of: path.command)
        if let error = path.unknownOption(of: command) {
            self.init(error.sentence, of: path)
        } else {
            let named = command.arguments?.first { $0.kind != .flag && message.contains("'\($0.synopsis)'") }
            self.init(Sentence(refusalOfParser: message), about: named, of: path)
        }
    }
}

extension Sentence {
    /// The beginning of each message about arguments.
    public static let error = Sentence(en: "Error: ", ja: "エラー: ")
    fileprivate static let help = Sentence(en: "Help:  ", ja: "説明:  ")
    fileprivate static let usage = Sentence(en: "Usage: ", ja: "使い方: ")
}

extension Sentence {
    /// What the parser says when it refuses arguments. It gives no other data than this English sentence, which therefore
    /// is compared with those of version 1.8; one that is not among them stays in English.
    public init(refusalOfParser english: String) {
        let found = Self.refusalsOfParser.lazy.compactMap { refusal in
            english.values(of: refusal.text(in: .en)).map { refusal.text(in: .ja).filled(with: $0) }
        }
        self.init(en: english, ja: found.first ?? english)
    }

    /// The sentences of version 1.8 of the parser, with placeholders for the values in them.
    static let refusalsOfParser = [
        Sentence(en: "Missing value for '①'", ja: "① に値がありません。"),
        Sentence(en: "Missing expected argument '①'", ja: "引数 ① がありません。"),
        Sentence(en: "Unexpected argument '①'", ja: "余計な引数があります: ①"),
        Sentence(en: "① unexpected arguments: ②", ja: "余計な引数があります: ②"),
        Sentence(
            en: "The value '①' is invalid for '②'. Please provide one of the following:③",
            ja: "② の値「①」は正しくありません。次のいずれかを指定してください:③"),
        Sentence(
            en: "The value '①' is invalid for '②'. Please provide one of ③.",
            ja: "② の値「①」は正しくありません。次のいずれかを指定してください: ③"),
        Sentence(en: "The value '①' is invalid for '②': ③", ja: "② の値「①」は正しくありません。③"),
        Sentence(en: "The value '①' is invalid for '②'", ja: "② の値「①」は正しくありません。"),
        Sentence(
            en: "The option '①' does not take any value, but '②' was specified.",
            ja: "① は値を取りませんが、「②」が指定されました。"),
        Sentence(
            en: "Can't ①.\nPlease use --generate-completion-script=<shell> with one of:②",
            ja: "このシェルの補完スクリプトは作れません。--generate-completion-script=<shell> には次のいずれかを指定してください:②"),
    ]
}

extension String {
    private static let placeholders: [Character] = ["①", "②", "③"]

    /// What stands in this text in the places of the placeholders of the template; `nil` if the rest is different.
    public func values(of template: String) -> [Substring]? {
        let fixed = template.split(omittingEmptySubsequences: false, whereSeparator: Self.placeholders.contains)
        guard let beginning = fixed.first, let end = fixed.last, hasPrefix(beginning) else { return nil }
        var rest = dropFirst(beginning.count)
        var values: [Substring] = []
        for part in fixed.dropFirst().dropLast() {
            guard let range = rest.firstRange(of: part) else { return nil }
            values.append(rest[..<range.lowerBound])
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(end) ? values + [rest.dropLast(end.count)] : nil
    }

    /// This template with the values in the places of its placeholders.
    func filled(with values: [Substring]) -> String {
        map { character in
            Self.placeholders.firstIndex(of: character).map { String(values[$0]) } ?? String(character)
        }.joined()
    }
}
