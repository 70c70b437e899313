public import Usecases
import UsecasesLaboratory

extension SystemErrors.DataStore {
    /// Returns the error message and the advice. `hindrance` is the cause, if it is known.
    package func explanation(_ hindrance: Hindrance?) -> (Sentence, Sentence) {
        switch self {
        case .読み込みに失敗(let location, let content):
            (
                Sentence(en: "Cannot be read: \(location)", ja: "読み込めません: \(location)"),
                (hindrance?.remedy ?? Self.checkReading).followed(by: content.otherwise)
            )
        case .書き込みに失敗(let location, let content):
            (
                Self.unwritten(location, content, hindrance), Self.advice(on: content, hindrance)
            )
        case .内容が壊れています(let location, let content):
            (
                Self.damaged(location, content, hindrance), Self.adviceOnDamage(of: content, hindrance)
            )
        }
    }

    private static func unwritten(_ location: String, _ content: StoreContent?, _ hindrance: Hindrance?) -> Sentence {
        if hindrance == .unconfirmed {
            return Sentence(
                en: "Written, but perhaps not for good: \(location)", ja: "書き込みましたが、ディスクに残るかどうか分かりません: \(location)")
        }
        return switch content {
        case .backup:
            Sentence(
                en: "Cannot be written: \(location). No backup was written, and nothing was left behind.",
                ja: "書き込めません: \(location)。バックアップはできておらず、何も残していません。")
        case .state, .database, .folder, .leftovers, .application, nil:
            Sentence(
                en: "Cannot be written: \(location). This change was not made; those before it are kept.",
                ja: "書き込めません: \(location)。この変更は行われていません。それまでの変更は残っています。")
        case .recording, .coverage:
            Sentence(
                en: "Cannot be written: \(location). The run ended there; what it did before is done.",
                ja: "書き込めません: \(location)。実行はそこで終わりました。それまでに行ったことは残っています。")
        }
    }

    private static func advice(on content: StoreContent?, _ hindrance: Hindrance?) -> Sentence {
        guard hindrance != .unconfirmed else { return Hindrance.unconfirmed.remedy }
        return (hindrance?.remedy ?? checkWriting).followed(by: content.otherwise)
    }

    private static func damaged(_ location: String, _ content: StoreContent?, _ hindrance: Hindrance?) -> Sentence {
        if hindrance == .newerVersion, content == .database {
            return Sentence(
                en: "The database is of a newer version: \(location). Its data are intact.",
                ja: "データベースは新しいバージョンのものです: \(location)。データは無事です。")
        }
        if hindrance == .newerVersion {
            return Sentence(
                en: "Written by a later version of this program: \(location). It was left as it is.",
                ja: "このプログラムの新しいバージョンが書いたものです: \(location)。手を加えずに残してあります。")
        }
        return switch content {
        case .state, .database, .backup, .folder, .application, nil:
            Sentence(
                en: "Damaged, or not written by this program: \(location). It was left as it is.",
                ja: "壊れているか、このプログラムが書いたものではありません: \(location)。手を加えずに残してあります。")
        case .leftovers:
            Sentence(
                en: "Damaged, or no list of leftovers: \(location)", ja: "壊れているか、残された状態の一覧ではありません: \(location)")
        case .recording:
            Sentence(en: "Damaged, or no recording: \(location)", ja: "壊れているか、記録ではありません: \(location)")
        case .coverage:
            Sentence(en: "Damaged, or no coverage: \(location)", ja: "壊れているか、カバレッジではありません: \(location)")
        }
    }

    private static func adviceOnDamage(of content: StoreContent?, _ hindrance: Hindrance?) -> Sentence {
        if hindrance == .newerVersion, content == .database {
            return Sentence(
                en: "Install the newer version again. Do not restore a backup.",
                ja: "新しいバージョンをもう一度インストールしてください。バックアップから戻す必要はありません。")
        }
        if let hindrance { return hindrance.remedy.followed(by: content.otherwise) }
        return switch content {
        case .folder, .application:
            Sentence(
                en: "Move the folder away, start again, and copy what you wrote back.",
                ja: "フォルダを別の場所に移し、最初からやり直した後、自分で書いたファイルを戻してください。")
        case .state, .database, .backup:
            Sentence(
                en: "Restore it from a backup, or move it away to start again.",
                ja: "バックアップから戻すか、別の場所に移して最初からやり直してください。")
        case nil:
            Sentence(
                en: "Remove the value at fault to start again.", ja: "問題の値を取り除いて、最初からやり直してください。")
        case .leftovers:
            Sentence(
                en: "Write them again with the version that they are of.", ja: "もとのバージョンでもう一度書き出してください。")
        case .recording:
            Sentence(en: "Record the run again.", ja: "もう一度記録してください。")
        case .coverage:
            Sentence(en: "Run `make coverage` again.", ja: "`make coverage` でもう一度作ってください。")
        }
    }

    private static let checkReading = Sentence(
        en: "Check that it exists and that you may read it.", ja: "存在と読み取り権限を確かめてください。")
    private static let checkWriting = Sentence(
        en: "Check the disk and that you may write there.", ja: "ディスクと書き込み権限を確かめてください。")
}

extension StoreContent? {
    /// The advice for a different location.
    public var otherwise: Sentence {
        switch self {
        case .state:
            Sentence(en: "You can name another directory with --state-dir.", ja: "--state-dir で別の場所を指定することもできます。")
        case nil:
            Sentence(en: "You can keep the values in a file with --store file.", ja: "--store file でファイルに保存することもできます。")
        case .folder:
            Sentence(en: "You can name another folder with --directory.", ja: "--directory で別のフォルダを指定することもできます。")
        case .leftovers, .application:
            Sentence(en: "You can name another directory.", ja: "別のディレクトリを指定することもできます。")
        case .database:
            Sentence(en: "You can name another database with --database.", ja: "--database で別のものを指定することもできます。")
        case .backup, .recording, .coverage:
            Sentence(en: "You can name another file.", ja: "別のファイルを指定することもできます。")
        }
    }
}
