import Domain

/// The message of the parser of options when it refuses a call, in the language of messages about arguments.
struct UsageMessage {
    /// In English, as the parser wrote it.
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func text(in language: Language) -> String {
        switch language {
        case .en: text
        case .ja:
            text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.translated).joined(separator: "\n")
        }
    }

    /// Longer lines are not searched: a value that was typed can be of any length.
    private static let lengthLimit = 2000

    private static func translated(_ line: Substring) -> String {
        guard line.utf8.count <= lengthLimit else { return String(line) }
        if let rest = line.rest(behind: "Error: ") { return "エラー: " + translatedReason(rest) }
        if let rest = line.rest(behind: "Usage: ") { return "使い方: " + rest }
        if let rest = line.rest(behind: "Help:  ") { return "説明:  " + rest }
        if let match = line.wholeMatch(of: /\s\sSee '(.*)' for more information\./) { return "  詳しくは: \(match.1)" }
        return String(line)
    }

    private static func translatedReason(_ reason: Substring) -> String {
        if let match = reason.wholeMatch(of: /Missing value for '(.*)'/) { return "\(match.1) に値がありません。" }
        if let match = reason.wholeMatch(of: /Unknown option '(.*)'\. Did you mean '(.*)'\?/) {
            return "\(match.1) というオプションはありません。\(match.2) のことですか?"
        }
        if let match = reason.wholeMatch(of: /Unknown option '(.*)'/) { return "\(match.1) というオプションはありません。" }
        if let match = reason.wholeMatch(of: /'(.*)' was taken for an option\. Write '(.*)' if it is an argument\./) {
            return "\(match.1) はオプションとみなされました。引数なら \(match.2) と書いてください。"
        }
        if let match = reason.wholeMatch(of: /Missing expected argument '(.*)'/) { return "引数 \(match.1) がありません。" }
        if let match = reason.wholeMatch(of: /Unexpected argument '(.*)'/) { return "余計な引数があります: \(match.1)" }
        if let match = reason.wholeMatch(of: /\d+ unexpected arguments: (.*)/) { return "余計な引数があります: \(match.1)" }
        if let match = reason.wholeMatch(
            of: /The value '(.*)' is invalid for '(.*?)'(?:\. Please provide one of (.*)\.)?/)
        {
            let allowed = match.3.map { "次のいずれかを指定してください: \($0)" } ?? ""
            return "\(match.2) の値「\(match.1)」は正しくありません。\(allowed)"
        }
        if let match = reason.wholeMatch(of: /The value '(.*?)' is invalid for '(.*?)': (.*)/) {
            return "\(match.2) の値「\(match.1)」は正しくありません。\(match.3)"
        }
        return String(reason)
    }
}

extension Substring {
    fileprivate func rest(behind beginning: String) -> Substring? {
        hasPrefix(beginning) ? dropFirst(beginning.count) : nil
    }
}
