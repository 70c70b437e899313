import HTTPTypes
public import Usecases

extension ErrorWrapper {
    /// Sorts a failed exchange into the error families of the Domain.
    init(_ error: TransportError, _ request: HttpRequest) {
        let failure = ApiError(error, request: request)
        switch error.kind {
        case .disconnected: self = .service(error: .client(.ネットワーク接続不可), args: failure.args, causedBy: failure)
        case .tooLarge(_, let status): self = failure.wrapped(.api(.その他のエラー(statusCode: status)))
        case .unexpected(let message):
            self = failure.wrapped(.mock(.準備されたAPIスタブが呼び出されたAPIと合致しません(message: failure.redact(message))))
        case .unauthenticated: self = Self.unauthenticated(failure)
        case .missingLibrary, .unreadableAuthorities: self = failure.wrapped(.api(.クライアントの初期化に失敗))
        case .unsendable, .untrusted, .insecure, .malformed, .proxy, .other:
            self = failure.wrapped(.api(.その他のエラー(statusCode: nil)))
        case .cancelled: self = failure.wrapped(.task(.中断))
        }
    }

    /// Reports the reason that no token could be obtained as the reason that the call failed.
    private static func unauthenticated(_ failure: ApiError) -> ErrorWrapper {
        switch failure.causedBy as? ErrorWrapper {
        case .service(let error, _, _)?: .service(error: error, args: failure.args, causedBy: failure)
        case .system(let error, _, _)?: .system(error: error, args: failure.args, causedBy: failure)
        case nil: failure.wrapped(.api(.その他のエラー(statusCode: nil)))
        }
    }

    /// All known details of the failed call; `nil` if the error is not from a call.
    public var api: ApiError? { causedBy as? ApiError }
}

extension ApiError {
    /// The request, without secrets.
    var args: [String: String] {
        guard let request else { return [:] }
        let redaction = redaction
        var args = ["method": request.head.method.rawValue, "url": redaction.redact(request.url)]
        args["params"] = redaction.excerpt(of: request.body)
        return args
    }

    func wrapped(_ error: SystemErrors) -> ErrorWrapper { .system(error: error, args: args, causedBy: self) }
}
