/// The kind of content that could not be read or written, with the advice to the user. An application declares its own
/// kinds.
///
/// The name identifies the kind. A recording contains only the name, so a replay has the general advice for the kinds
/// of an application.
public struct StoreContent: Sendable {
    /// The sentences of a kind. They are shared, because every call of a port reserves memory for an error.
    package final class Advice: Sendable {
        /// The advice for a different location.
        package let otherwise: Sentence
        /// The consequence of a failed write.
        package let unwritten: Sentence
        /// The noun after “Damaged, or no”, or `nil` for content that only this program writes.
        package let noun: Sentence?
        /// The advice for damaged content.
        package let repair: Sentence
        /// The beginning of the message about content of a later version.
        package let newer: Sentence
        /// The advice for content of a later version, or `nil` for the general one.
        package let upgrade: Sentence?

        init(
            otherwise: Sentence, unwritten: Sentence, noun: Sentence?, repair: Sentence, newer: Sentence,
            upgrade: Sentence?
        ) {
            self.otherwise = otherwise
            self.unwritten = unwritten
            self.noun = noun
            self.repair = repair
            self.newer = newer
            self.upgrade = upgrade
        }
    }

    /// The key of the location in the arguments of an error.
    public let name: String
    package let advice: Advice

    /// Creates a kind. Every sentence has a general default.
    ///
    /// `otherwise` is the advice for a different location, `unwritten` the consequence of a failed write, and `repair`
    /// the advice for damaged content. `noun` names the content if other programs write it, too. `newer` begins the
    /// message about content of a later version, and `upgrade` is the advice for it.
    public init(
        _ name: String, otherwise: Sentence? = nil, unwritten: Sentence? = nil, noun: Sentence? = nil,
        repair: Sentence? = nil, newer: Sentence? = nil, upgrade: Sentence? = nil
    ) {
        self.name = name
        advice = Advice(
            otherwise: otherwise ?? Sentence(en: "You can name another place.", ja: "別の場所を指定することもできます。"),
            unwritten: unwritten
                ?? Sentence(
                    en: "This change was not made; those before it are kept.",
                    ja: "この変更は行われていません。それまでの変更は残っています。"),
            noun: noun,
            repair: repair
                ?? Sentence(
                    en: "Restore it from a backup, or move it away to start again.",
                    ja: "バックアップから戻すか、別の場所に移して最初からやり直してください。"),
            newer: newer
                ?? Sentence(en: "Written by a later version of this program", ja: "このプログラムの新しいバージョンが書いたものです"),
            upgrade: upgrade)
    }
}

extension StoreContent {
    /// A file in the state directory.
    public static let state = StoreContent(
        "file",
        otherwise: Sentence(
            en: "You can name another directory with --state-dir.", ja: "--state-dir で別の場所を指定することもできます。"))
    /// A recording of runs.
    public static let recording = StoreContent(
        "recording", otherwise: .anotherFile, unwritten: .endedThere, noun: Sentence(en: "recording", ja: "記録"),
        repair: Sentence(en: "Record the run again.", ja: "もう一度記録してください。"))
    /// The states that killed runs left, and their list.
    public static let leftovers = StoreContent(
        "leftovers", otherwise: Sentence(en: "You can name another directory.", ja: "別のディレクトリを指定することもできます。"),
        noun: Sentence(en: "list of leftovers", ja: "残された状態の一覧"),
        repair: Sentence(en: "Write them again with the version that they are of.", ja: "もとのバージョンでもう一度書き出してください。"))
    /// The scenarios that specs covered.
    public static let coverage = StoreContent(
        "coverage", otherwise: .anotherFile, unwritten: .endedThere, noun: Sentence(en: "coverage", ja: "カバレッジ"),
        repair: Sentence(en: "Run `make coverage` again.", ja: "`make coverage` でもう一度作ってください。"))

    /// The kinds of every application.
    static let common = [state, recording, leftovers, coverage]
}

extension Sentence {
    fileprivate static let anotherFile = Sentence(en: "You can name another file.", ja: "別のファイルを指定することもできます。")
    fileprivate static let endedThere = Sentence(
        en: "The run ended there; what it did before is done.", ja: "実行はそこで終わりました。それまでに行ったことは残っています。")
}

extension StoreContent: Hashable {
    /// Returns whether both have the same name.
    public static func == (left: StoreContent, right: StoreContent) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension StoreContent: Codable {
    /// Decodes a kind from its name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = Self.common.first { $0.name == name } ?? StoreContent(name)
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
