extension ErrorWrapper {
    /// A short description of the error case of this name, in all languages.
    package static func sentence(ofName name: String) -> Sentence { Sentence(en: english[name] ?? name, ja: name) }

    private static let english = [
        "ネットワーク接続不可": "no connection to the server",
        "ErrorResponse": "refused by the server",
        "実行を許可されていません": "not allowed to run it",
        "クライアントの初期化に失敗": "the client cannot be set up",
        "エラーレスポンスのデシリアライズに失敗": "an error response that cannot be read",
        "レスポンスのデシリアライズに失敗": "a response that cannot be read",
        "その他のエラー": "another error of the exchange",
        "準備されたAPIスタブが呼び出されたAPIと合致しません": "the stub is for another call than the one made",
        "準備されたAPIスタブのEncodeまたはDecodeに失敗": "the stub cannot be encoded or decoded",
        "読み込みに失敗": "cannot be read",
        "書き込みに失敗": "cannot be written",
        "内容が壊れています": "damaged",
        "未設定": "nothing is provided for the port",
        "中断": "interrupted",
        "混雑": "too busy",
        "ライブラリを使えません": "a library cannot be used",
    ]
}
