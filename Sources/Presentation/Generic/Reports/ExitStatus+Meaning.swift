import Domain

extension ExitStatus {
    /// What it means, for the help of the program.
    var meaning: Sentence {
        switch self {
        case .success: Sentence(en: "a goal was reached", ja: "ゴールに達した")
        case .differs:
            Sentence(
                en:
                    """
                    a replay went another way than it was recorded, an audit found a run on an unknown way, or something \
                    else that was checked is not as it should be
                    """,
                ja: "再生した実行が、記録とは違う道をたどったか、照合した実行が、知られていない道をたどった。または調べたものが、あるべき姿と違う")
        case .wrongUsage:
            Sentence(
                en: "wrong usage: an option, an argument or a variable is refused", ja: "使い方の誤り: オプション、引数、変数のいずれかが正しくない"
            )
        case .badData:
            Sentence(
                en:
                    "bad data: a damaged file, a response that does not have the agreed form, or input against the rules",
                ja: "データの誤り: ファイルが壊れている、レスポンスが決められた形ではない、または入力が規則に合わない")
        case .noSuchUser: Sentence(en: "a goal: no such user", ja: "ゴール: そのユーザはいない")
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
        case .tryAgainLater:
            Sentence(en: "a goal: it was tried too often, try again later", ja: "ゴール: 回数の制限に達した。しばらくしてからやり直せる")
        case .refusedByServer:
            Sentence(
                en:
                    "the server refused the request, or has another version; or what was named is taken or does not exist",
                ja: "サーバがリクエストを断ったか、サーバのバージョンが違う。または指定したものが、すでに使われているか、存在しない")
        case .notAllowed:
            Sentence(
                en: "not allowed, or not proven to be allowed",
                ja: "許可されていないか、許可されていることを示せていない")
        case .interrupted:
            Sentence(
                en: "interrupted; 129 or 143 if SIGHUP or SIGTERM stopped it", ja: "中断された。SIGHUPなら129、SIGTERMなら143")
        }
    }

    /// A line for each.
    static func list(in language: Language) -> String {
        allCases.map { status in
            let number = "\(status.rawValue)"
            let gap = String(repeating: " ", count: 5 - number.count)
            return "  \(number)\(gap)\(status.meaning.text(in: language))"
        }.joined(separator: "\n")
    }
}
