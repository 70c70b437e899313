/// Examples of the errors that several ports can throw.
extension PossibleOutcome {
    /// The errors of a service that is called over a network.
    public static var apiErrors: [PossibleOutcome] {
        let response = ErrorResponse(
            code: "UNAVAILABLE", title: "Service Unavailable", message: "The service cannot answer now.")
        return [
            PossibleOutcome(.service(error: .client(.ネットワーク接続不可))),
            PossibleOutcome(.service(error: .server(response, status: 503))),
            PossibleOutcome(.system(error: .api(.エラーレスポンスのデシリアライズに失敗(status: 502, responseJson: "")))),
            PossibleOutcome(.system(error: .api(.レスポンスのデシリアライズに失敗(status: 200, responseJson: "")))),
            PossibleOutcome(.system(error: .api(.その他のエラー(statusCode: 302)))),
            PossibleOutcome(.system(error: .api(.クライアントの初期化に失敗))),
        ]
    }

    /// The errors of a store when it is read.
    public static var readErrors: [PossibleOutcome] { [unreadable, damaged] }

    /// The errors of a store when it is changed, which includes reading it.
    public static var writeErrors: [PossibleOutcome] { readErrors + [unwritable] }

    /// The store cannot be read.
    public static var unreadable: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.読み込みに失敗(location: "store", content: nil))))
    }

    /// The content of the store is damaged.
    public static var damaged: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.内容が壊れています(location: "store", content: nil))))
    }

    /// The store cannot be written.
    public static var unwritable: PossibleOutcome {
        PossibleOutcome(.system(error: .dataStore(.書き込みに失敗(location: "store", content: nil))))
    }
}
