public import Usecases

/// How the program ends, after sysexits(3).
public enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    case success = 0
    /// A replay differs from its recording, a run from what is known, or something from what was asked for; the status is
    /// that of diff(1).
    case differs = 1
    case wrongUsage = 64
    case badData = 65
    case noSuchUser = 67
    case unavailable = 69
    case systemError = 70
    case storeFailure = 74
    case tryAgainLater = 75
    case refusedByServer = 76
    case notAllowed = 77
    case interrupted = 130
}

extension ExitStatus {
    /// The status of a program whose run ends in this error.
    public init(_ error: ErrorWrapper) {
        switch error {
        case .service(.client(.ネットワーク接続不可), _, _): self = .unavailable
        case .service(.server(_, let status), _, _): self = Self.refusal(status)
        case .service(.authorization(.実行を許可されていません), _, _): self = .notAllowed
        case .system(.api(let error), _, _): self = Self.api(error)
        case .system(.mock, _, _), .system(.dependency, _, _): self = .systemError
        case .system(.dataStore(.読み込みに失敗), _, _), .system(.dataStore(.書き込みに失敗), _, _): self = .storeFailure
        case .system(.dataStore(.内容が壊れています), _, _): self = .badData
        case .system(.task(.中断), _, _): self = .interrupted
        case .system(.hasher(.混雑), _, _): self = .unavailable
        case .system(.hasher(.ライブラリを使えません), _, _): self = .systemError
        }
    }

    private static func refusal(_ status: Int) -> ExitStatus {
        switch status {
        case 401, 403: .notAllowed
        case 500...: .unavailable
        default: .refusedByServer
        }
    }

    private static func api(_ error: SystemErrors.Api) -> ExitStatus {
        switch error {
        case .クライアントの初期化に失敗, .その他のエラー: .systemError
        case .エラーレスポンスのデシリアライズに失敗(let status, _): status >= 500 ? .unavailable : .badData
        case .レスポンスのデシリアライズに失敗: .badData
        }
    }
}
