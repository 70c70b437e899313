/// The errors that several ports can end in, each by an example.
extension PossibleOutcome {
    /// Of a service that is asked over a network.
    static var apiErrors: [PossibleOutcome] {
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

    /// Of what is kept, when it is read.
    static var readErrors: [PossibleOutcome] {
        [
            PossibleOutcome(.system(error: .dataStore(.読み込みに失敗(location: "store")))),
            PossibleOutcome(.system(error: .dataStore(.内容が壊れています(location: "store")))),
        ]
    }

    /// Of what is kept, when it is changed, for which it is read before.
    static var writeErrors: [PossibleOutcome] {
        readErrors + [PossibleOutcome(.system(error: .dataStore(.書き込みに失敗(location: "store"))))]
    }

    /// Of what only waits.
    static var interruption: PossibleOutcome { PossibleOutcome(.interrupted) }
}
