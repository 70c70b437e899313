import UsecasesEngine

extension SystemErrors.DataStore {
    /// Returns the error message and the advice. `hindrance` is the cause, if it is known.
    func explanation(_ hindrance: Hindrance?) -> (Sentence, Sentence) {
        switch self {
        case .unreadable(let location, let content):
            (
                Sentence(en: "Cannot be read: \(location)", ja: "読み込めません: \(location)"),
                (hindrance?.remedy ?? Self.checkReading).followed(by: StoreContent.explained(content).otherwise)
            )
        case .unwritable(let location, _) where hindrance == .unconfirmed:
            (
                Sentence(
                    en: "Written, but perhaps not for good: \(location)",
                    ja: "書き込みましたが、ディスクに残るかどうか分かりません: \(location)"),
                Hindrance.unconfirmed.remedy
            )
        case .unwritable(let location, let content):
            (
                Sentence(en: "Cannot be written: \(location).", ja: "書き込めません: \(location)。")
                    .followed(by: StoreContent.explained(content).unwritten),
                (hindrance?.remedy ?? Self.checkWriting).followed(by: StoreContent.explained(content).otherwise)
            )
        case .damaged(let location, let content):
            Self.damage(at: location, of: StoreContent.explained(content), hindrance)
        }
    }

    private static func damage(
        at location: String, of content: StoreContent, _ hindrance: Hindrance?
    ) -> (Sentence, Sentence) {
        let remedy = hindrance.map { $0.remedy.followed(by: content.otherwise) } ?? content.repair
        if hindrance == .newerVersion {
            return (left(location, as: content.advice.newer ?? later), content.advice.upgrade ?? remedy)
        }
        guard let noun = content.advice.noun else { return (left(location, as: unknown), remedy) }
        let message = Sentence(
            en: "Damaged, or no \(noun.text(in: .en)): \(location)",
            ja: "壊れているか、\(noun.text(in: .ja))ではありません: \(location)")
        return (message, remedy)
    }

    private static func left(_ location: String, as finding: Sentence) -> Sentence {
        Sentence(
            en: "\(finding.text(in: .en)): \(location). It was left as it is.",
            ja: "\(finding.text(in: .ja)): \(location)。手を加えずに残してあります。")
    }

    private static let later = Sentence(
        en: "Written by a later version of this program", ja: "このプログラムの新しいバージョンが書いたものです")
    private static let unknown = Sentence(
        en: "Damaged, or not written by this program", ja: "壊れているか、このプログラムが書いたものではありません")
    private static let checkReading = Sentence(
        en: "Check that it exists and that you may read it.", ja: "存在と読み取り権限を確かめてください。")
    private static let checkWriting = Sentence(
        en: "Check the disk and that you may write there.", ja: "ディスクと書き込み権限を確かめてください。")
}

extension StoreContent {
    /// Returns the kind with its sentences. `nil` stands for the values that are not in a file of this program.
    fileprivate static func explained(_ content: StoreContent?) -> StoreContent {
        content.map { content in common.first { $0 == content } ?? content } ?? value
    }

    /// The kinds of the libraries, with their sentences. Elsewhere, they have only a name.
    private static let common = [
        StoreContent(
            state.name,
            otherwise: Sentence(
                en: "You can name another directory with --state-dir.", ja: "--state-dir で別の場所を指定することもできます。")),
        StoreContent(
            recording.name, otherwise: anotherFile, unwritten: endedThere, noun: Sentence(en: "recording", ja: "記録"),
            repair: Sentence(en: "Record the run again.", ja: "もう一度記録してください。")),
        StoreContent(
            leftovers.name,
            otherwise: Sentence(en: "You can name another directory.", ja: "別のディレクトリを指定することもできます。"),
            noun: Sentence(en: "list of leftovers", ja: "残された状態の一覧"),
            repair: Sentence(
                en: "Write them again with the version that they are of.", ja: "もとのバージョンでもう一度書き出してください。")),
        StoreContent(
            coverage.name, otherwise: anotherFile, unwritten: endedThere, noun: Sentence(en: "coverage", ja: "カバレッジ"),
            repair: Sentence(en: "Run `make coverage` again.", ja: "`make coverage` でもう一度作ってください。")),
    ]
    private static let anotherFile = Sentence(en: "You can name another file.", ja: "別のファイルを指定することもできます。")
    private static let endedThere = Sentence(
        en: "The run ended there; what it did before is done.", ja: "実行はそこで終わりました。それまでに行ったことは残っています。")
    private static let value = StoreContent(
        "value",
        otherwise: Sentence(
            en: "You can keep the values in a file with --store file.", ja: "--store file でファイルに保存することもできます。"),
        repair: Sentence(en: "Remove the value at fault to start again.", ja: "問題の値を取り除いて、最初からやり直してください。"))

    fileprivate var otherwise: Sentence {
        advice.otherwise ?? Sentence(en: "You can name another place.", ja: "別の場所を指定することもできます。")
    }

    fileprivate var unwritten: Sentence {
        advice.unwritten
            ?? Sentence(
                en: "This change was not made; those before it are kept.",
                ja: "この変更は行われていません。それまでの変更は残っています。")
    }

    fileprivate var repair: Sentence {
        advice.repair
            ?? Sentence(
                en: "Restore it from a backup, or move it away to start again.",
                ja: "バックアップから戻すか、別の場所に移して最初からやり直してください。")
    }
}
