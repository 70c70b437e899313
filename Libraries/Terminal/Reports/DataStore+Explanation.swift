import Usecases

extension SystemErrors.DataStore {
    /// Returns the error message and the advice. `hindrance` is the cause, if it is known.
    func explanation(_ hindrance: Hindrance?) -> (Sentence, Sentence) {
        switch self {
        case .読み込みに失敗(let location, let content):
            (
                Sentence(en: "Cannot be read: \(location)", ja: "読み込めません: \(location)"),
                (hindrance?.remedy ?? Self.checkReading).followed(by: (content ?? .value).advice.otherwise)
            )
        case .書き込みに失敗(let location, _) where hindrance == .unconfirmed:
            (
                Sentence(
                    en: "Written, but perhaps not for good: \(location)",
                    ja: "書き込みましたが、ディスクに残るかどうか分かりません: \(location)"),
                Hindrance.unconfirmed.remedy
            )
        case .書き込みに失敗(let location, let content):
            (
                Sentence(en: "Cannot be written: \(location).", ja: "書き込めません: \(location)。")
                    .followed(by: (content ?? .value).advice.unwritten),
                (hindrance?.remedy ?? Self.checkWriting).followed(by: (content ?? .value).advice.otherwise)
            )
        case .内容が壊れています(let location, let content):
            Self.damage(at: location, of: content ?? .value, hindrance)
        }
    }

    private static func damage(
        at location: String, of content: StoreContent, _ hindrance: Hindrance?
    ) -> (Sentence, Sentence) {
        let remedy = hindrance.map { $0.remedy.followed(by: content.advice.otherwise) } ?? content.advice.repair
        if hindrance == .newerVersion {
            return (left(location, as: content.advice.newer), content.advice.upgrade ?? remedy)
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

    private static let unknown = Sentence(
        en: "Damaged, or not written by this program", ja: "壊れているか、このプログラムが書いたものではありません")
    private static let checkReading = Sentence(
        en: "Check that it exists and that you may read it.", ja: "存在と読み取り権限を確かめてください。")
    private static let checkWriting = Sentence(
        en: "Check the disk and that you may write there.", ja: "ディスクと書き込み権限を確かめてください。")
}

extension StoreContent {
    /// The values that are not in a file of this program.
    fileprivate static let value = StoreContent(
        "value",
        otherwise: Sentence(
            en: "You can keep the values in a file with --store file.", ja: "--store file でファイルに保存することもできます。"),
        repair: Sentence(en: "Remove the value at fault to start again.", ja: "問題の値を取り除いて、最初からやり直してください。"))
}
