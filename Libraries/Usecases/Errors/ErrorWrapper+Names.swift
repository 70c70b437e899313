extension ErrorWrapper {
    /// The name of the error's case in ASCII, such as `network-unreachable`.
    package var asciiName: String { Self.asciiName(of: name) }

    /// The ASCII name of the error case with this name; the name itself if it is not the name of an error case.
    package static func asciiName(of name: String) -> String { asciiNames[name] ?? name }

    /// The name of an error case in each language.
    public static func names(of name: String) -> Sentence { Sentence(en: asciiName(of: name), ja: name) }

    private static let asciiNames = [
        "ネットワーク接続不可": "network-unreachable",
        "ErrorResponse": "error-response",
        "実行を許可されていません": "not-permitted",
        "クライアントの初期化に失敗": "client-unusable",
        "エラーレスポンスのデシリアライズに失敗": "error-response-undecodable",
        "レスポンスのデシリアライズに失敗": "response-undecodable",
        "その他のエラー": "exchange-failed",
        "準備されたAPIスタブが呼び出されたAPIと合致しません": "stub-mismatch",
        "準備されたAPIスタブのEncodeまたはDecodeに失敗": "stub-uncodable",
        "読み込みに失敗": "unreadable",
        "書き込みに失敗": "unwritable",
        "内容が壊れています": "damaged",
        "未設定": "port-not-provided",
        "中断": "interrupted",
        "混雑": "busy",
        "ライブラリを使えません": "library-unavailable",
    ]
}
