import Domain

/// The kind of thing that could not be read or written, which decides where else it can be kept.
enum Kept: CaseIterable {
    /// A file in the state directory.
    case state
    /// The database of the service.
    case database
    case backup
    /// Values that are not in a file of this program.
    case elsewhere
    /// A folder that the user named.
    case folder
    case recording
    case leftovers
    case coverage

    /// `args` are those of the error.
    init(_ args: [String: String]) {
        self =
            if args["database"] != nil { .database } else if args["backup"] != nil {
                .backup
            } else if args["recording"] != nil { .recording } else if args["folder"] != nil {
                .folder
            } else if args["leftovers"] != nil {
                .leftovers
            } else if args["coverage"] != nil {
                .coverage
            } else if args["file"] != nil { .state } else { .elsewhere }
    }

    /// Where it can be kept instead.
    var otherwise: Sentence {
        switch self {
        case .state:
            Sentence(en: "Or name another place with --state-dir.", ja: "--state-dir で別の場所を指定することもできます。")
        case .elsewhere:
            Sentence(en: "Or keep the values in a file with --store file.", ja: "--store file でファイルに保存することもできます。")
        case .folder:
            Sentence(en: "Or name another folder with --directory.", ja: "--directory で別のフォルダを指定することもできます。")
        case .leftovers:
            Sentence(en: "Or name another directory.", ja: "別のディレクトリを指定することもできます。")
        case .database:
            Sentence(en: "Or name another one with --database.", ja: "--database で別のものを指定することもできます。")
        case .backup, .recording, .coverage:
            Sentence(en: "Or name another file.", ja: "別のファイルを指定することもできます。")
        }
    }
}
