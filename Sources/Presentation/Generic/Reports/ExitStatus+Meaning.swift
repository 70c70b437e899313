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
                    a replay went another way than it was recorded, an audit found a run on an unknown way, an exercise is \
                    not passed yet, or a promise is broken
                    """,
                ja: "再生した実行が、記録とは違う道をたどったか、照合した実行が、知られていない道をたどった。練習問題がまだ解けていない、または約束が破れた")
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
                en: "a server is unavailable or has problems, or the service cannot listen",
                ja: "サーバに接続できないか、サーバに問題がある。またはサービスが待ち受けられない")
        case .systemError:
            Sentence(
                en: "another system error, or the service gave up unfinished work",
                ja: "その他のシステムエラー、またはサービスが仕事を途中で打ち切った")
        case .storeFailure:
            Sentence(
                en: "the store, a file or standard output cannot be read or written",
                ja: "ストア、ファイル、標準出力のいずれかを読み書きできない")
        case .tryAgainLater:
            Sentence(en: "a goal: it was tried too often, try again later", ja: "ゴール: 回数の制限に達した。しばらくしてからやり直せる")
        case .refusedByServer:
            Sentence(
                en:
                    "the server refused the request, or has another version; a name is taken, or there is no such session",
                ja: "サーバがリクエストを断ったか、サーバのバージョンが違う。または名前が使われているか、そのセッションがない")
        case .notAllowed:
            Sentence(
                en: "not allowed; nobody is logged in, or a name or a password is wrong",
                ja: "許可されていない。またはログインしていないか、名前かパスワードが違う")
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
