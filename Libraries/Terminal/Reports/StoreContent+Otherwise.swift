public import Usecases

extension StoreContent? {
    /// Where it can be kept instead.
    public var otherwise: Sentence {
        switch self {
        case .state:
            Sentence(en: "Or name another place with --state-dir.", ja: "--state-dir で別の場所を指定することもできます。")
        case nil:
            Sentence(en: "Or keep the values in a file with --store file.", ja: "--store file でファイルに保存することもできます。")
        case .folder:
            Sentence(en: "Or name another folder with --directory.", ja: "--directory で別のフォルダを指定することもできます。")
        case .leftovers, .application:
            Sentence(en: "Or name another directory.", ja: "別のディレクトリを指定することもできます。")
        case .database:
            Sentence(en: "Or name another one with --database.", ja: "--database で別のものを指定することもできます。")
        case .backup, .recording, .coverage:
            Sentence(en: "Or name another file.", ja: "別のファイルを指定することもできます。")
        }
    }
}
