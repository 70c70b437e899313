import Domain
import Foundation

/// What the parser of options writes when it is asked to: help, or a script or data that it makes from it.
struct HelpMessage {
    /// The columns to ask the parser for. It counts characters instead of columns and breaks lines at spaces alone, so it
    /// is to break none.
    static let unlimited = 1_000_000

    /// Lets the parser believe that the terminal is that wide. It also lays out help that it then discards, for the real
    /// width, and its debug build traps if that is narrow. Called before any other thread looks at the environment.
    static func makeRoom() {
        setenv("COLUMNS", "\(unlimited)", 1)
    }

    /// As the parser wrote it, with its own words in English.
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func text(in language: Language, columns: Int) -> String {
        let told =
            switch language {
            case .en: text
            case .ja: inJapanese
            }
        guard isForPeople else { return told }
        return told.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { Self.lines(of: String($0), columns: columns) }
            .joined(separator: "\n")
    }

    /// Scripts and data begin otherwise.
    private var isForPeople: Bool { text.hasPrefix("OVERVIEW: ") }

    /// The text of a line begins behind the last gap in it, and goes on below its beginning.
    private static func lines(of line: String, columns: Int) -> [String] {
        let start = line.ranges(of: /\ {2,}/).last?.upperBound ?? line.startIndex
        let indent = line[..<start].columns
        let wrapped = String(line[start...]).wrapped(to: max(columns - indent, narrowest))
        return zip(0..., wrapped).map { index, text in
            (index == 0 ? line[..<start] : String(repeating: " ", count: indent)[...]) + text
        }
    }

    /// The columns that a text has at least, however narrow the terminal is.
    private static let narrowest = 20
}

extension HelpMessage {
    private var inJapanese: String {
        Self.japanese.reduce(text) { $0.replacing($1.english, with: $1.japanese) }
            .replacing(/See '(.*)' for detailed help\./) { "詳しくは: \($0.1)" }
    }

    /// The words of the parser itself.
    private static let japanese: [(english: String, japanese: String)] = [
        ("OVERVIEW: ", "概要: "), ("\nUSAGE: ", "\n使い方: "), ("\nARGUMENTS:\n", "\n引数:\n"),
        ("\nOPTIONS:\n", "\nオプション:\n"), ("\nSUBCOMMANDS:\n", "\nコマンド:\n"), ("(values: ", "(値: "),
        ("; default: ", "; 省略時: "), ("(default: ", "(省略時: "), ("。 (", "。("), ("Show the version.", "バージョンを表示する。"),
        ("Show help information.", "この説明を表示する。"), ("Show subcommand help information.", "コマンドの説明を表示する。"),
    ]
}
