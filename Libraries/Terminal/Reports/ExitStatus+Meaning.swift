public import Usecases

extension ExitStatus {
    /// What it means in any application, for the help of the program; `nil` for one that only goals have.
    public var meaning: Sentence? {
        switch self {
        case .success: Sentence(en: "a goal was reached", ja: "ゴールに達した")
        case .differs:
            Sentence(
                en:
                    """
                    a replay went another way than it was recorded, an audit found a run on an unknown way, a promise is \
                    broken, or you did not confirm
                    """,
                ja: "再生した実行が、記録とは違う道をたどったか、照合した実行が、知られていない道をたどったか、約束が破れたか、確認に「はい」と答えなかった")
        case .wrongUsage:
            Sentence(
                en: "wrong usage: an option, an argument or a variable is refused", ja: "使い方の誤り: オプション、引数、変数のいずれかが正しくない"
            )
        case .badData:
            Sentence(
                en: "bad data: a damaged file, or a response that does not have the agreed form",
                ja: "データの誤り: ファイルが壊れている、またはレスポンスが決められた形ではない")
        case .noSuchUser, .tryAgainLater: nil
        case .unavailable:
            Sentence(
                en: "a server is unavailable or has problems, or its address cannot be used",
                ja: "サーバに接続できないか、サーバに問題がある。またはそのアドレスが使えない")
        case .systemError:
            Sentence(
                en: "another system error, or unfinished work was given up",
                ja: "その他のシステムエラー、または仕事が途中で打ち切られた")
        case .storeFailure:
            Sentence(
                en: "the store, a file or standard output cannot be read or written",
                ja: "ストア、ファイル、標準出力のいずれかを読み書きできない")
        case .refusedByServer: Sentence(en: "the server refused the request", ja: "サーバがリクエストを断った")
        case .notAllowed: Sentence(en: "not allowed", ja: "許可されていない")
        case .interrupted:
            Sentence(
                en: "interrupted; 129 or 143 if SIGHUP or SIGTERM stopped it", ja: "中断された。SIGHUPなら129、SIGTERMなら143")
        }
    }

    /// A line for each that a program of these use cases can end with: what it means in any application, and at which goals
    /// of this one.
    public static func list(of usecases: [any Usecase.Type], in language: Language) -> String {
        let goals = usecases.map { $0.goalStatuses }
        return allCases.compactMap { status in
            var reasons: [String] = []
            for reason in goals.flatMap({ $0[status] ?? [] }).map({ $0.text(in: language) })
            where !reasons.contains(reason) {
                reasons.append(reason)
            }
            let goal = language.text(
                en: "a goal: \(reasons.joined(separator: "; "))", ja: "ゴール: \(reasons.joined(separator: "、"))")
            let parts = [status.meaning?.text(in: language), reasons.isEmpty ? nil : goal].compactMap(\.self)
            guard !parts.isEmpty else { return nil }
            let number = "\(status.rawValue)"
            let gap = String(repeating: " ", count: 5 - number.count)
            return "  \(number)\(gap)\(parts.joined(separator: language.text(en: "; ", ja: "。")))"
        }.joined(separator: "\n")
    }
}
